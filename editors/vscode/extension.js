// Starts `paragraf lsp` for the Markdown and TOML files of a workspace; the server answers only for those in a game's folder.
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("paragraf").get("command");
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = { command, args: ["lsp"], transport: TransportKind.stdio, options: { cwd } };
  client = new LanguageClient("paragraf", "Paragraf", server, {
    documentSelector: [
      { scheme: "file", language: "markdown" },
      { scheme: "file", pattern: "**/*.toml" },
    ],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{md,toml}") },
  });
  return client.start();
};

exports.deactivate = () => client?.stop();

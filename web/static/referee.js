// Python in this browser: started from files that were loaded before, then asked like a server.

export const HOME = "/pocket";
// every file has this time (in seconds), so that what was made of them is found to be made of the same
export const WHEN = 1577836800;
const WASM = "pyodide.asm.wasm";
const LIBRARY = "python_stdlib.zip";
// Pyodide asks for a list of packages it could load; ours are all there
const NO_PACKAGES = JSON.stringify({
  info: { arch: "wasm32", platform: "emscripten_5_0_3", version: "314.0.7", python: "3.14.2", abi_version: "2026_0" },
  packages: {},
});

// `files`: bytes by name, of the engine and of the standard library; whatever Python asks the network for is answered from there
export async function python({ loadPyodide, createPyodideModule }, files) {
  const network = self.fetch;
  const types = { [WASM]: "application/wasm", [LIBRARY]: "application/zip" };
  self.fetch = async (input, options) => {
    const name = new URL(input.url ?? input, self.location.href).pathname.split("/").pop();
    return files[name] ? new Response(files[name], { headers: { "Content-Type": types[name] } }) : network(input, options);
  };
  try {
    const base = new URL("engine/", self.location.href).href;
    return await loadPyodide({
      indexURL: base,
      stdLibURL: base + LIBRARY,
      lockFileContents: NO_PACKAGES,
      createPyodideModule,
      env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONWARNINGS: "ignore" },
      stdout: () => {},
      stderr: (line) => console.info(line),
    });
  } finally {
    self.fetch = network;
  }
}

// the folder of a kept referee, as web/door.py packs it: the size of an index, the index, the files
export function lay(py, image) {
  const bytes = new Uint8Array(image);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  let at = 4 + size;
  const folders = new Set();
  for (const [path, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) {
      py.FS.mkdirTree(folder);
      folders.add(folder);
    }
    py.FS.writeFile(path, bytes.subarray(at, at + length), { canOwn: true });
    py.FS.utime(path, WHEN * 1000, WHEN * 1000);
    at += length;
  }
}

export function openDoor(py, prefix, saved) {
  py.globals.set("_told", py.toPy([HOME, prefix, saved ?? new Uint8Array()]));
  return py.runPython(`
import sys
for folder in ("packages", "program"):
    if f"{_told[0]}/{folder}" not in sys.path:
        sys.path.insert(0, f"{_told[0]}/{folder}")
from web.door import Door
Door(_told[0], _told[1], bytes(_told[2]))
`);
}

// one request, and what must be saved before it is answered
export function ask(py, door, method, address, headers, body) {
  const [told, view] = [py.toPy(headers), py.toPy(body)];
  const bytes = view.tobytes();
  const found = door.answer(method, address, told, bytes);
  const [status, said, sent] = found.toJs();
  const unsaved = door.unsaved();
  const save = unsaved.length ? unsaved.toJs() : null;
  for (const proxy of [told, view, bytes, found, unsaved]) proxy.destroy?.();
  return { status, headers: said, body: sent, save };
}

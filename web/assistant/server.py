"""`paragraf mcp`: the protocol. Calls go to the app, paragraphs are resources; spoken on standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import anyio
import mcp_types as types
from anyio import to_thread
from flask import Flask
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from referee.answers import Citation
from web.assistant import told
from web.assistant.calls import Caller, call
from web.assistant.tools import TOOLS, Tool, arguments_of, schema_of
from web.base.settings import program_version
from web.game.corpus import Corpus

#: resources listed in one go
PAGE = 200
INSTRUCTIONS = (
    "A rules referee for board games. Verdicts are worked out from rules, and every one cites its paragraph: quote the sentence, name the "
    "paragraph and link its address; where the verdict is `silent` or `disputed` say so. Find names with `search` or `schema`, then `ask`. "
    "Tell only what the players said; whatever is not told counts as unknown."
)
Context = ServerRequestContext[Any, Any]
Callers = Callable[[Context], Caller]


def speak(app: Flask, site: str) -> None:
    """Answers on standard input and output until the client ends it; `site`: where the pages of the app are, if anywhere."""
    anyio.run(_speak, make_server(app, lambda _: Caller(site=site.rstrip("/"))))


async def _speak(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def make_server(app: Flask, caller_of: Callers) -> Server[Any]:
    """The tools and resources of an app; `caller_of`: who is behind a message."""
    tools = [_described(app, tool) for tool in TOOLS.values()]

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        caller = caller_of(context)
        found = await to_thread.run_sync(partial(call, app, params.name, params.arguments or {}, caller))
        if found.refusal:
            return types.CallToolResult(content=[types.TextContent(text=found.refusal)], is_error=True)
        links = [_link(each, caller.site) for each in told.deciding(found.data)]
        text = types.TextContent(text=told.text_of(found.data, caller.site))
        return types.CallToolResult(content=[text, *links], structured_content=found.data)

    async def list_resources(_: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return _page(app, params.cursor if params is not None else None)

    async def list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[TEMPLATE])

    async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await to_thread.run_sync(_read, app, str(params.uri), caller_of(context))

    return Server(
        "paragraf", version=program_version(), title="Paragraf", instructions=INSTRUCTIONS, on_list_tools=list_tools,
        on_call_tool=call_tool, on_list_resources=list_resources, on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )  # fmt: skip


TEMPLATE = types.ResourceTemplate(
    name="paragraph",
    uri_template=f"{told.SCHEME}://{{game}}/{{paragraph}}{{?lang}}",
    description="A paragraph of the rules, with its place in the book.",
    mime_type="text/plain",
)


def _described(app: Flask, tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.operation.summary,
        description=f"{tool.operation.summary}. {tool.advice}",
        input_schema=arguments_of(app, tool),
        output_schema=schema_of(tool.operation.gives),
        annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _link(citation: Citation, site: str) -> types.ResourceLink:
    """A cited paragraph: its resource, which this server reads, and in words where it stands."""
    where = told.place(citation)
    page = told.page_of(site, citation.game, citation.id)
    return types.ResourceLink(
        name=citation.id,
        title=where,
        uri=told.resource_of(citation.game, citation.id, citation.lang),
        description=f"{where} <{page}>",
        mime_type="text/plain",
    )


def _page(app: Flask, cursor: str | None) -> types.ListResourcesResult:
    """Some of the paragraphs of all games."""
    corpus: Corpus = app.extensions["paragraf-corpus"]
    every = [(volume, paragraph) for volume in corpus.volumes() for paragraph in volume.game.prose.paragraphs.values()]
    if cursor is not None and not (cursor.isdecimal() and len(cursor) < 10):
        raise MCPError(types.INVALID_PARAMS, f"The cursor is “{cursor[:20]}”; it must be one that this list gave.")
    start = int(cursor or 0)
    listed = [
        types.Resource(
            name=paragraph.id,
            title=f"{volume.game.prose.title.get('en', volume.id)}: {paragraph.id}",
            uri=told.resource_of(volume.id, paragraph.id),
            mime_type="text/plain",
        )
        for volume, paragraph in every[start : start + PAGE]
    ]
    more = str(start + PAGE) if start + PAGE < len(every) else None
    return types.ListResourcesResult(resources=listed, next_cursor=more)


def _read(app: Flask, uri: str, caller: Caller) -> types.ReadResourceResult:
    """One paragraph as text."""
    game, paragraph, lang = told.parts_of(uri)
    asked = {"game": game, "identity": paragraph, **({"lang": lang} if lang else {})}
    found = call(app, "show", asked, caller)
    if found.refusal:
        raise MCPError(types.INVALID_PARAMS, f"{uri[:200]} cannot be read: {found.refusal}")
    text = told.paragraph_text(found.data, caller.site)
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)])

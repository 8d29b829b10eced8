"""A builder's way through its task with the Python SDK: python_sdk.py stdio PROGRAM ACTOR PROTOCOL,
or http URL TOKEN PROTOCOL.

It runs in the project's folder, lies first, then does the work, and is refused what it has no hat for. Any
answer that is not the expected one ends it.
"""

import asyncio
import os
import pathlib
import sys
import traceback

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

TOOLS = 35


def expect(what, seen, wanted):
    if seen != wanted:
        raise AssertionError(f"{what}: expected {wanted!r}, and it was {seen!r}")


async def call(client, tool, **arguments):
    answer = await client.call_tool(tool, arguments)
    if answer.is_error or answer.structured_content is None:
        raise AssertionError(f"{tool}: {answer.content}")
    return answer.structured_content


async def walk(client, protocol):
    expect("protocol", client.protocol_version, protocol)
    listed = await client.list_tools()
    expect("tools", len(listed.tools), TOOLS)
    for tool in listed.tools:
        if not tool.input_schema or not tool.output_schema or not tool.annotations:
            raise AssertionError(f"{tool.name} lacks a schema or its annotations")
    claimed = await call(client, "next_task")
    expect("the claimed task", claimed["task"]["id"], "TASK-1")
    lie = await call(client, "submit_for_review", task_id="TASK-1", summary="done")
    expect("the lie's verdict", (lie["verdict"], lie["passed"]), ("failed", False))
    pathlib.Path("hello.txt").write_text("hello\n")
    honest = await call(client, "submit_for_review", task_id="TASK-1", summary="really done")
    expect("the work's verdict", (honest["verdict"], honest["passed"]), ("passed", True))
    expect("the task's state", honest["status"], "review")
    refused = await client.call_tool("approve_task", {"task_id": "TASK-1"})
    expect("approving one's own work is an error", refused.is_error, True)
    if "[missing-hat]" not in refused.content[0].text:
        raise AssertionError(f"the refusal does not name its rule: {refused.content[0].text}")


async def main():
    way, protocol = sys.argv[1], sys.argv[4]
    # The newest protocol is discovered without a handshake; the others begin with initialize.
    mode = "auto" if protocol >= "2026" else "legacy"
    if way == "stdio":
        program, actor = sys.argv[2:4]
        # The SDK passes on little of the environment unless it is given.
        server = StdioServerParameters(
            command=program, args=["mcp", "--actor", actor], env=dict(os.environ)
        )
        async with Client(server, mode=mode) as client:
            await walk(client, protocol)
    else:
        url, token = sys.argv[2:4]
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60, trust_env=False) as http:
            async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                await walk(client, protocol)


def innermost(error):
    return innermost(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error


try:
    asyncio.run(main())
except Exception as error:
    # What went wrong is the last line, where the trial's line takes it from.
    traceback.print_exc()
    sys.exit(str(innermost(error)))

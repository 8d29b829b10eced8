"""Messages, as Claude Code uses it."""

import json

from . import Talk, event, named


def speaks(path):
    return path.startswith("/v1/messages")


def read(body):
    results, said_to = [], []
    for message in body["messages"]:
        content = message["content"]
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        for block in content:
            if block["type"] == "tool_result":
                results.append(json.dumps(block.get("content")))
            if message["role"] == "user" and block["type"] == "text":
                said_to.append(block["text"])
    tools = {tool["name"]: tool for tool in body.get("tools") or []}
    return Talk(tools, results, said_to)


calling = named


def writing(tools, path, text):
    return ("Write", {"file_path": path, "content": text}) if "Write" in tools else None


def streams(_path, body):
    return bool(body.get("stream"))


def whole(call, text):
    block = {"type": "text", "text": text}
    if call:
        block = {"type": "tool_use", "id": "toolu_1", "name": call[0], "input": call[1]}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "stand-in",
        "content": [block],
        "stop_reason": "tool_use" if call else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
        # Of count_tokens, which is answered in the same breath.
        "input_tokens": 1,
    }


def stream(call, text):
    message = whole(call, text)
    (block,) = message["content"]
    if call:
        # Each call of a conversation has an id of its own.
        empty = {**block, "id": f"toolu_{next(_numbers)}", "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
    else:
        empty = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": text}
    start = {**message, "content": [], "stop_reason": None}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    parts = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": empty},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return [event(part, part["type"]) for part in parts]


_numbers = iter(range(1, 1_000_000))

"""Responses, as Codex uses it."""

import json
import shlex

from . import Talk, event, named

_numbers = iter(range(1, 1_000_000))


def speaks(path):
    return path.endswith("/responses")


def read(body):
    results, said_to = [], []
    for item in body["input"]:
        if item["type"] == "function_call_output":
            results.append(json.dumps(item["output"]))
        if item["type"] == "message" and item["role"] == "user":
            said_to += [part["text"] for part in item["content"] if "text" in part]
    tools = {}
    for tool in body.get("tools") or []:
        # A server's tools may come as a namespace of their own.
        for inner in tool.get("tools", [tool]):
            if "name" in inner:
                tools[inner["name"]] = {**inner, "namespace": tool.get("name")} if inner is not tool else tool
    return Talk(tools, results, said_to)


def calling(tools, name, arguments):
    found = named(tools, name, arguments)
    return found and (*found, tools[found[0]].get("namespace"))


def writing(tools, path, text):
    script = f"printf %s {shlex.quote(text)} > {shlex.quote(path)}"
    if "exec_command" in tools:
        return "exec_command", {"cmd": script}, None
    if "shell_command" in tools:
        return "shell_command", {"command": script}, None
    if "shell" in tools:
        return "shell", {"command": ["bash", "-c", script]}, None
    return None


def streams(_path, body):
    return bool(body.get("stream"))


def whole(call, text):
    number = next(_numbers)
    if call:
        name, arguments, namespace = call
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name}
        item["arguments"] = json.dumps(arguments)
        if namespace:
            item["namespace"] = namespace
    else:
        item = {"type": "message", "id": f"msg_{number}", "role": "assistant"}
        item["content"] = [{"type": "output_text", "text": text, "annotations": []}]
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    return {"id": f"resp_{number}", "object": "response", "status": "completed", "output": [item], "usage": usage}


def stream(call, text):
    response = whole(call, text)
    (item,) = response["output"]
    begun = {**response, "status": "in_progress", "output": []}
    parts = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]
    return [event(part, part["type"]) for part in parts]

"""generateContent, as Gemini CLI uses it."""

import json

from . import Talk, event, named


def speaks(path):
    return path.endswith((":generateContent", ":streamGenerateContent", ":countTokens"))


def read(body):
    results, said_to = [], []
    for content in body["contents"]:
        for part in content["parts"]:
            if "functionResponse" in part:
                results.append(json.dumps(part["functionResponse"].get("response")))
            if content.get("role") == "user" and "text" in part:
                said_to.append(part["text"])
    declared = [one for tool in body.get("tools") or [] for one in tool.get("functionDeclarations", [])]
    return Talk({one["name"]: one for one in declared}, results, said_to)


calling = named


def writing(tools, path, text):
    return ("write_file", {"file_path": path, "content": text}) if "write_file" in tools else None


def streams(path, _body):
    return path.endswith(":streamGenerateContent")


def whole(call, text):
    part = {"functionCall": {"name": call[0], "args": call[1]}} if call else {"text": text}
    content = {"role": "model", "parts": [part]}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return {
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "usageMetadata": usage,
        # Of countTokens, which is answered in the same breath.
        "totalTokens": 2,
    }


def stream(call, text):
    return [event(whole(call, text))]

"""The interfaces of three makers' models, each as far as their agent's program uses it.

Each has `speaks(path)`, `read(body)`, `calling(tools, name, arguments)`, `writing(tools, path, text)`,
`streams(path, body)`, `stream(call, text)` and `whole(call, text)`; a call is (name of the tool, arguments).
"""

import json
from typing import NamedTuple


class Talk(NamedTuple):
    """What matters of a conversation."""

    tools: dict  # the tools that the agent's program offers, by name
    results: list  # what tools have answered, as JSON
    said_to: list  # texts that the user, or a hook, said to the model


def named(tools, ending, arguments):
    """A call of our server's tool; each program puts a prefix of its own before the name."""
    found = [name for name in tools if name == ending or name.endswith(f"_{ending}")]
    return (found[0], arguments) if len(found) == 1 else None


def event(data, name=None):
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n"

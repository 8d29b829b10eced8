"""A stand-in for the model behind an agent's program: stand_in.py BEHAVIOUR FOLDER LOG.

It listens on a free loopback port, prints its address, and answers as the three makers' interfaces do: Anthropic's
Messages, OpenAI's Responses, Google's generateContent. What it answers is a script, and how far the script is follows
from the conversation that comes with each request, so nothing is remembered here. Each turn is a line of LOG.
"""

import http.server
import json
import sys

from dialects import anthropic, google, openai

# What a behaviour calls, in order; where the script waits, it goes on only when the Stop hook has sent the agent back.
WAIT = "wait"
BEHAVIOURS = {
    "honest": ["next_task", "write", "submit_for_review", "approve_task"],
    "liar": ["next_task", "submit_for_review"],
    "mender": ["next_task", "submit_for_review", WAIT, "write", "submit_for_review"],
}
ARGUMENTS = {
    "next_task": {},
    "approve_task": {"task_id": "TASK-1"},
    "submit_for_review": {"task_id": "TASK-1", "summary": "hello.txt is written"},
}
SENT_BACK = "is not done. In a clean room:"
DIALECTS = [anthropic, openai, google]


def answer(dialect, body, behaviour, folder):
    """What is called or said next: (step, call or None, text)."""
    talk = dialect.read(body)
    if not talk.tools:
        # Titles, summaries and the like are asked without tools, and are not part of the work.
        return "aside", None, "Greeting"
    sent_back = sum(SENT_BACK in text for text in talk.said_to)
    script = BEHAVIOURS[behaviour]
    if WAIT in script:
        at = script.index(WAIT)
        script = script[:at] + script[at + 1 :] if sent_back else script[:at]
    if len(talk.results) >= len(script):
        told = talk.results[-1][:500]
        return f"ends, sent back {sent_back} times, was told {told}", None, "All done: hello.txt is written."
    step = script[len(talk.results)]
    if step == "write":
        call = dialect.writing(talk.tools, f"{folder}/hello.txt", "hello\n")
    else:
        call = dialect.calling(talk.tools, step, ARGUMENTS[step])
    if call is None:
        raise LookupError(f"{step} is not among the tools that were offered: {sorted(talk.tools)}")
    return step, call, ""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.reply(200, "text/plain", "")

    def do_GET(self):
        self.reply(404, "application/json", "{}")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        dialect = next((one for one in DIALECTS if one.speaks(path)), None)
        if dialect is None:
            return self.reply(404, "application/json", "{}")
        behaviour, folder, log = sys.argv[1:4]
        try:
            asked = json.loads(body)
            step, call, text = answer(dialect, asked, behaviour, folder)
        except (LookupError, ValueError, TypeError) as error:
            step, call, text = f"FAULT {error!r}", None, "The stand-in does not know what to do."
        with open(log, "a", encoding="utf-8") as lines:
            lines.write(step + "\n")
        if dialect.streams(path, asked):
            events = dialect.stream(call, text)
            self.reply(200, "text/event-stream", "".join(events))
        else:
            self.reply(200, "application/json", json.dumps(dialect.whole(call, text)))

    def reply(self, status, kind, text):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()

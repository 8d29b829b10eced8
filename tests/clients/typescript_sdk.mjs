// A builder's way through its task with the TypeScript SDKs: typescript_sdk.mjs stdio PROGRAM ACTOR PROTOCOL,
// or http URL TOKEN PROTOCOL.
//
// It runs in the project's folder, lies first, then does the work, and is refused what it has no hat for. Any
// answer that is not the expected one ends it with an error.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

// Modules are looked for beside this file, where none are installed: CLIENTS_MODULES says where they are.
const load = createRequire(`${process.env.CLIENTS_MODULES}/`);

// What went wrong is the last line, where the trial's line takes it from.
process.on("uncaughtException", (error) => {
  console.log(`${error.stack}\n${error.message.replaceAll("\n", " ").slice(0, 200)}`);
  process.exit(1);
});

const TOOLS = 35;
const [way, server, who, protocol] = process.argv.slice(2);
// The newest protocol has an SDK of its own, and the first one is what most clients are made of.
const isNewest = protocol >= "2026";
const sdk = isNewest
  ? { ...load("@modelcontextprotocol/client"), ...load("@modelcontextprotocol/client/stdio") }
  : {
      ...load("@modelcontextprotocol/sdk/client/index.js"),
      ...load("@modelcontextprotocol/sdk/client/stdio.js"),
      ...load("@modelcontextprotocol/sdk/client/streamableHttp.js"),
    };
const requestInit = { headers: { Authorization: `Bearer ${who}` } };
const transport =
  way === "stdio"
    ? // The SDK passes on little of the environment unless it is given.
      new sdk.StdioClientTransport({ command: server, args: ["mcp", "--actor", who], env: { ...process.env } })
    : new sdk.StreamableHTTPClientTransport(new URL(server), { requestInit });
const options = isNewest ? { versionNegotiation: { mode: { pin: protocol } } } : {};
const client = new sdk.Client({ name: "typescript-trial", version: "1" }, options);
await client.connect(transport);
if (isNewest) assert.equal(client.getNegotiatedProtocolVersion(), protocol);

const call = async (name, args = {}) => {
  const answer = await client.callTool({ name, arguments: args });
  assert.ok(!answer.isError && answer.structuredContent, `${name}: ${JSON.stringify(answer)}`);
  return answer.structuredContent;
};

assert.equal(client.getServerVersion().name, "countersign");
const { tools } = await client.listTools();
assert.equal(tools.length, TOOLS);
assert.equal((await call("next_task")).task.id, "TASK-1");
const lie = await call("submit_for_review", { task_id: "TASK-1", summary: "done" });
assert.deepEqual([lie.verdict, lie.passed], ["failed", false]);
writeFileSync("hello.txt", "hello\n");
const honest = await call("submit_for_review", { task_id: "TASK-1", summary: "really done" });
assert.deepEqual([honest.verdict, honest.passed, honest.status], ["passed", true, "review"]);
const refused = await client.callTool({ name: "approve_task", arguments: { task_id: "TASK-1" } });
assert.equal(refused.isError, true);
assert.match(refused.content[0].text, /\[missing-hat\]/);
await client.close();

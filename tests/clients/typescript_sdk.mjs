// A builder's way through its task with the TypeScript SDK: typescript_sdk.mjs URL TOKEN.
//
// It runs in the project's folder, lies first, then does the work, and is refused what it has no hat for. Any
// answer that is not the expected one ends it with an error.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// Modules are looked for beside this file, where none are installed: CLIENTS_MODULES says where they are.
const installed = createRequire(`${process.env.CLIENTS_MODULES}/`);
const load = (name) => import(pathToFileURL(installed.resolve(name)));
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");

// What went wrong is the last line, where the trial's line takes it from.
process.on("uncaughtException", (error) => {
  console.log(`${error.stack}\n${error.message.replaceAll("\n", " ").slice(0, 200)}`);
  process.exit(1);
});

const TOOLS = 35;
const [url, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}` };
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
const client = new Client({ name: "typescript-trial", version: "1" });
await client.connect(transport);

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

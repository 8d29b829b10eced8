// What the conformance suite wrote down: conformance.mjs FOLDER. Something was checked, and nothing of it failed or was
// warned of. What needs a tool of its demonstration server says so itself, and is no finding.

import { globSync, readFileSync } from "node:fs";

const checks = globSync(`${process.argv[2]}/*/checks.json`).flatMap((file) => JSON.parse(readFileSync(file, "utf8")));
const passed = checks.filter(({ status }) => status === "SUCCESS");
const isOfDemonstration = ({ errorMessage = "" }) =>
  /^Not testable: server does not list the diagnostic tool '/.test(errorMessage);
const wrong = checks.filter(
  (check) => ["FAILURE", "WARNING"].includes(check.status) && !isOfDemonstration(check),
);
console.log(`${passed.length} of ${checks.length} passed`);
for (const { id, status, errorMessage } of wrong) console.log(`${status} ${id}: ${errorMessage}`);
process.exit(passed.length > 0 && wrong.length === 0 ? 0 : 1);

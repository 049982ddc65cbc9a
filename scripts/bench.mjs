import "./node-version.mjs";
import { join } from "node:path";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode } from "./runtime.mjs";

// `npm run bench`, with the names of scenarios after `--` to run only those.
await command(async () => {
  await ensureInstalled();
  const flags = ["--disable-warning=ExperimentalWarning"];
  return runProgram(pinnedNode, [...flags, join("bench", "run.ts"), ...process.argv.slice(2)]);
});

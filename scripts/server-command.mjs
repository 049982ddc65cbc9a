import "./node-version.mjs";
import { join } from "node:path";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, serverEnvironment } from "./runtime.mjs";

// `npm run rotate-keys`, `reset-admin`, `backup`, `restore` and `reindex`, with the server's environment: runs the
// program of that name alongside the server.
await command(async () => {
  await ensureInstalled();
  const [name, ...args] = process.argv.slice(2);
  const program = join("server", "src", `${name}.ts`);
  const flags = ["--disable-warning=ExperimentalWarning"];
  return runProgram(pinnedNode, [...flags, program, ...args], { env: serverEnvironment() });
});

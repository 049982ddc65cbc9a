import "./node-version.mjs";
import { join } from "node:path";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, serverEnvironment } from "./runtime.mjs";

// `npm run rotate-keys`, with the environment that the server has: retires every key that signs access tokens.
await command(async () => {
  await ensureInstalled();
  const flags = ["--disable-warning=ExperimentalWarning"];
  const program = join("server", "src", "rotate-keys.ts");
  return runProgram(pinnedNode, [...flags, program], { env: serverEnvironment() });
});

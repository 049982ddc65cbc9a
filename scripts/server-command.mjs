import "./node-version.mjs";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { builtArguments, pinnedNode, serverEnvironment } from "./runtime.mjs";
import { ensureServerBuilt } from "./server-build.mjs";

// `npm run backup`, `restore`, `reset-admin` and the others, with the server's environment: runs the program of that name
// alongside the server.
await command(async () => {
  await ensureInstalled();
  const [name, ...args] = process.argv.slice(2);
  const program = builtArguments(await ensureServerBuilt(), name ?? "");
  return runProgram(pinnedNode, [...program, ...args], { env: serverEnvironment() });
});

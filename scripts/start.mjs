import "./node-version.mjs";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { builtArguments, pinnedNode, serverEnvironment } from "./runtime.mjs";
import { ensureServerBuilt } from "./server-build.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

// `npm start`, and with --demo `npm run demo`: makes sure that all is there, then becomes the server as far as a
// parent can. The channel ends with this process, also when it is killed, and the server drains when it does.
await command(async () => {
  const demo = process.argv.includes("--demo");
  const env = demo
    ? { ATOLL_DATA_DIR: "data-demo", ...serverEnvironment(), ATOLL_DEMO: "1" }
    : serverEnvironment();
  await ensureInstalled();
  await ensureWebBuilt();
  const program = builtArguments(await ensureServerBuilt(), "main");
  if (process.env.npm_lifecycle_event) stopWithParent();
  return runProgram(pinnedNode, program, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
});

/** npm hands its signals on, but when it is killed outright it tells nobody. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 1000).unref();
}

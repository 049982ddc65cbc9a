import "./node-version.mjs";
import { join } from "node:path";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, serverArguments, serverEnvironment } from "./runtime.mjs";

// `npm run dev`: the server, started again on every change of its sources, and Vite, which brings changes of the web
// app into the open page and passes /api on to the server. Ctrl-C ends both, and when one ends so does the other.
await command(async () => {
  await ensureInstalled();
  const port = process.env.PORT || "3000";
  console.log("Open the address that Vite prints below: both sides reload there as you change them.\n");
  let interrupted = false;
  process.once("SIGINT", () => {
    interrupted = true;
  });
  const both = new AbortController();
  const endBoth = () => both.abort();
  const vite = join("node_modules", "vite", "bin", "vite.js");
  const options = { signal: both.signal, env: { ...serverEnvironment(), PORT: port } };
  const viteOptions = { ...options, env: { ...options.env, ATOLL_API_PORT: port } };
  const codes = await Promise.all([
    runProgram(pinnedNode, ["--watch", "--watch-preserve-output", ...serverArguments], options).finally(
      endBoth,
    ),
    runProgram(pinnedNode, [vite, "web", "--clearScreen", "false"], viteOptions).finally(endBoth),
  ]);
  return interrupted ? 0 : Math.max(...codes);
});

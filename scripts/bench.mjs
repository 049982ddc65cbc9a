import "./node-version.mjs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode } from "./runtime.mjs";

/** The scenarios that measure what a person sees. */
const inBrowser = new Set([
  "open-channel",
  "unread-devices",
  "scrolling",
  "drag",
  "slow-sign-in",
  "second-visit",
  "first-screens",
  "page-loads",
  "dashboard",
  "board-frames",
  "schema-diagram",
  "calendar-screen",
]);

// `npm run bench`, with the names of scenarios after `--` to run only those.
await command(async () => {
  await ensureInstalled();
  const names = process.argv.slice(2);
  const wantsBrowser = names.length === 0 || names.some((name) => inBrowser.has(name));
  if (wantsBrowser) process.env.CHROMIUM_PATH = await ensureBrowser();
  const flags = ["--disable-warning=ExperimentalWarning"];
  return runProgram(pinnedNode, [...flags, join("bench", "run.ts"), ...names]);
});

import { basename } from "node:path";
import { CommandError } from "./command.mjs";
import { isInstalled } from "./installed-packages.mjs";
import { step } from "./progress.mjs";
import { runQuietly } from "./run-program.mjs";
import { requirePinnedNode } from "./runtime.mjs";

/**
 * Installs exactly what the lockfile says, when something else or nothing is installed.
 * @throws {CommandError} with what npm said.
 */
export async function ensureInstalled() {
  if (!(await isInstalled())) await install();
  requirePinnedNode();
}

async function install() {
  const { file, args } = npm();
  // Building the web app takes development packages, which NODE_ENV=production would leave out.
  // At this level npm keeps to itself that some packages want a newer Node than the one that runs npm: they get it.
  const quiet = ["--loglevel=error", "--no-audit", "--no-fund"];
  await step("Installing packages", async () => {
    const { code, output } = await runQuietly(file, [...args, "ci", "--include=dev", ...quiet]).catch(
      (error) => {
        throw new CommandError(`npm could not be run: ${error.message}. It comes with Node.`);
      },
    );
    if (code === 0) return;
    throw new CommandError(
      `npm could not install the packages:\n\n${output}\n\n` +
        'Check that this machine reaches the registry ("npm ping") and has room on its disk, then start again.',
    );
  });
}

/** The npm that runs this command, else the one on the path. */
function npm() {
  const running = process.env.npm_execpath;
  if (running && basename(running) === "npm-cli.js") return { file: process.execPath, args: [running] };
  return { file: "npm", args: [] };
}

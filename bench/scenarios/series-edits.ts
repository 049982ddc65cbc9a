import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const edits = 200;
const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Makes random edits of series (of one time, of those that follow, of all, and deletions), with times that were moved by
 * themselves among them, and compares the calendar with a list of times after each. `npm test` makes 20 of them. Nothing
 * is measured but whether they agree, and there is no floor.
 */
export async function seriesEdits(say: (line: string) => void): Promise<string[]> {
  say(`${edits} random edits`);
  const began = performance.now();
  const run = spawn("npx", ["vitest", "run", "write/series-model", "--reporter=dot"], {
    cwd: root,
    env: { ...process.env, ATOLL_SERIES_EDITS: String(edits) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (part: Buffer) => (said += part));
  const [code] = await once(run, "close");
  const tookMs = performance.now() - began;
  const verdict = code === 0 ? "held" : "EXCEEDED";
  return [
    `${edits} random edits of series agree with a list of their times (limit: ${verdict}), in ${(tookMs / 1000).toFixed(0)} s`,
    ...(code === 0 ? [] : said.split("\n").slice(-60)),
  ];
}

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startAtoll } from "../atoll-process.ts";
import { writeHistories } from "../history.ts";
import { addChannel, addPeople, openDatabase } from "../people.ts";

const messageCount = 1_000_000;
const memoryEveryMs = 100;

/**
 * Exports a company of a million messages into one archive while its server runs, and imports it into an empty folder:
 * rows a second, and the most memory that each command takes. Floor: PostgreSQL sends the same messages as JSON, and
 * nothing reads them.
 */
export async function moveEverything(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const client = await openDatabase(atoll);
  const people = await addPeople(client, 100);
  const authorIds = people.map(({ id }) => id);
  const channelId = await addChannel(client, "bench", authorIds);
  await writeHistories(atoll, [{ channelId, authorIds, count: messageCount }], say);
  const folder = await mkdtemp(join(tmpdir(), "atoll-move-"));
  try {
    const archive = join(folder, "everything.zip");
    say("asking PostgreSQL alone");
    const began = performance.now();
    await client.query("SELECT count(row_to_json(m)::text) FROM messages m");
    const floorSeconds = (performance.now() - began) / 1000;
    say("exporting");
    const exported = await run("export", { ATOLL_DATA_DIR: atoll.dataFolder }, archive);
    const { size } = await stat(archive);
    say("importing");
    const imported = await run("import-everything", { ATOLL_DATA_DIR: join(folder, "new") }, archive);
    return [
      `export: ${inWords(exported)}, ${(size / 1e6).toFixed(0)} MB; floor ${floorSeconds.toFixed(1)} s`,
      `import with both comparisons and the search index: ${inWords(imported)}`,
    ];
  } finally {
    await client.end();
    await atoll.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Run {
  seconds: number;
  mostBytes: number;
}

const inWords = ({ seconds, mostBytes }: Run): string =>
  `${seconds.toFixed(1)} s, ${Math.round(messageCount / seconds).toLocaleString("en")} messages a second, at most ${(mostBytes / 1e6).toFixed(0)} MB of memory`;

/** Runs an operator's command, and looks at its memory. */
async function run(name: string, env: Record<string, string>, ...args: string[]): Promise<Run> {
  const program = fileURLToPath(new URL(`../../server/src/${name}.ts`, import.meta.url));
  const began = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let mostBytes = 0;
  let code: number | null | undefined;
  void ended.then((result) => {
    code = result;
  });
  while (code === undefined) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    mostBytes = Math.max(mostBytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
    await sleep(memoryEveryMs);
  }
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, mostBytes };
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { detectEncoding } from "@atoll/contract/text/detect-encoding";
import { AppError } from "../../../platform/app-error.ts";
import { assertOutsideTransaction } from "../../../platform/database/transact.ts";
import { repeat } from "../../../platform/turns/repeat.ts";
import { type Ceilings, maxTextBytes, usualCeilings } from "./limits.ts";

const lookEveryMs = 100;
const pageBytes = 4096;
/** The unit of times in /proc, which is the same on every Linux. */
const tickMs = 10;

const extractText = fileURLToPath(new URL("./extract-text.ts", import.meta.url));
const noNetwork = new URL("./no-network.ts", import.meta.url).href;
const packages = `${sep}node_modules${sep}`;

/** Thrown if a file cannot be read, no matter how often it is retried. */
export class UnreadableFile extends Error {}

/** Thrown if the machine had no time for a file, which may be read later. */
export class ReaderDelayed extends Error {}

/**
 * Returns the text of a file, read by a process of its own, so that a crash or a timeout affects nothing else. The
 * process cannot write, start processes or use the network, can only read its own program, and gets no environment
 * variables.
 * `program` reads stdin, takes the type and the time for pages as arguments, and writes the text; the bytes of text files
 * as they are.
 * @throws {UnreadableFile} if the file is invalid, protected, or exceeds a limit; {ReaderDelayed} if the machine is too
 *   busy; {AppError} when the storage breaks off.
 */
export async function readInChild(
  content: Readable,
  mimeType: string,
  signal: AbortSignal | undefined,
  { program = extractText, ...given }: Partial<Ceilings> & { program?: string } = {},
): Promise<string> {
  const ceilings = { ...usualCeilings, ...given };
  assertOutsideTransaction("a reading process");
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${ceilings.maxHeapMegabytes}`,
      "--permission",
      ...readable(program).map((files) => `--allow-fs-read=${files}`),
      "--disallow-code-generation-from-strings",
      "--no-warnings",
      `--import=${noNetwork}`,
      program,
      mimeType,
      String(ceilings.mostPagesMs),
    ],
    { env: {}, stdio: "pipe" },
  );
  yieldToLoop(child);
  let reason = "";
  const end = (why: string) => {
    reason ||= why;
    child.kill("SIGKILL");
    content.destroy();
  };
  // The child would take what has come for the whole file.
  let broken: AppError | undefined;
  content.once("error", (error) => {
    if (!(error instanceof AppError)) return;
    broken = error;
    end("the file cannot be fetched");
  });
  const onAbort = () => end("stopped");
  signal?.addEventListener("abort", onAbort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = reason === "";
    end("there was no time for it");
  }, ceilings.longestMs);
  const watch = repeat({
    everyMs: lookEveryMs,
    run: () => endAtCeilings(child, ceilings, end),
    onError: () => end("it cannot be watched"),
  });
  try {
    // The child closes the pipe if it needs no more of the file.
    pipeline(content, child.stdin).catch(() => undefined);
    const [text, code] = await Promise.all([collect(child, end), exitOf(child)]);
    signal?.throwIfAborted();
    if (broken) throw broken;
    if (isLate) throw new ReaderDelayed(reason);
    if (code !== 0) throw new UnreadableFile(reason || `the reader ended with ${code}`);
    return mimeType.startsWith("text/") ? decode(text) : text.toString();
  } finally {
    clearTimeout(timer);
    await watch.stop();
    signal?.removeEventListener("abort", onAbort);
    child.kill("SIGKILL");
  }
}

/**
 * Returns the files the program consists of. A reader needs nothing else on this machine, least of all Atoll's data.
 */
function readable(program: string): string[] {
  const parsers = ["unpdf", "mammoth"].map((name) => fileURLToPath(import.meta.resolve(name)));
  const folders = parsers.map((file) => file.slice(0, file.lastIndexOf(packages) + packages.length));
  return [...new Set([dirname(extractText), dirname(program), ...folders])].map((folder) =>
    join(folder, "*"),
  );
}

/** Reading is never urgent: the server and its database come first where processors are few. */
function yieldToLoop({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

async function collect(child: ChildProcessWithoutNullStreams, end: (why: string) => void): Promise<Buffer> {
  child.stderr.resume();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > 2 * maxTextBytes) {
      end("it says too much");
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Decodes the beginning of a text, whose last character may be cut. */
function decode(bytes: Buffer): string {
  const encoding = detectEncoding(bytes, TextDecoder) ?? "windows-1252";
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  return Buffer.from(text).subarray(0, maxTextBytes).toString();
}

function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

/**
 * Ends the process above its memory limit, because Node does not limit buffers outside of the heap, and above its
 * processor time. Without /proc, only the heap's limit and the time on the clock apply.
 */
async function endAtCeilings(
  child: ChildProcessWithoutNullStreams,
  { maxMemoryBytes, mostProcessorMs }: Ceilings,
  end: (why: string) => void,
): Promise<void> {
  const read = (name: string) => readFile(`/proc/${child.pid}/${name}`, "utf8").catch(() => "");
  const [statm, stat] = await Promise.all([read("statm"), read("stat")]);
  const residentPages = Number(statm.split(" ")[1] ?? 0);
  if (residentPages * pageBytes > maxMemoryBytes) end("it needs too much memory");
  // The name in parentheses can contain spaces. After it, the 12th and 13th fields are the time in user and system mode.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  if ((user + system) * tickMs > mostProcessorMs) end("it took too long");
}

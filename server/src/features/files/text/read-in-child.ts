import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { repeat } from "../../../platform/repeat.ts";
import { maxTextBytes } from "./limits.ts";

/** What a file made to be mean may cost. */
const longestMs = 30_000;
const maxHeapMegabytes = 256;
/** Of all its memory, of which the heap is a part. */
const maxMemoryBytes = 512 * 1024 * 1024;
const lookEveryMs = 100;
const pageBytes = 4096;

const program = fileURLToPath(new URL("./extract-text.ts", import.meta.url));

/** Why a file could not be read: it never can, whoever tries again. */
export class UnreadableFile extends Error {}

/**
 * The text of a PDF or a Word file, read by a process of its own: what takes that one down, or too long, takes nothing
 * else. It may write nothing, start nothing, and is given nothing of this process's environment.
 * @throws {UnreadableFile} for what is none, is protected, takes longer than 30 s or more than its share of memory.
 */
export async function readInChild(
  content: Readable,
  mimeType: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${maxHeapMegabytes}`,
      "--permission",
      "--allow-fs-read=*",
      "--no-warnings",
      program,
      mimeType,
    ],
    { env: {}, stdio: "pipe" },
  );
  let reason = "";
  const end = (why: string) => {
    reason ||= why;
    child.kill("SIGKILL");
    content.destroy();
  };
  const onAbort = () => end("stopped");
  signal?.addEventListener("abort", onAbort);
  const timer = setTimeout(() => end("it took too long"), longestMs);
  const watch = repeat({
    everyMs: lookEveryMs,
    run: () => killWhenLarge(child, end),
    onError: () => end("it cannot be watched"),
  });
  try {
    // Who does not want more of it closes the pipe.
    pipeline(content, child.stdin).catch(() => undefined);
    const [text, code] = await Promise.all([collect(child, end), exitOf(child)]);
    signal?.throwIfAborted();
    if (code !== 0) throw new UnreadableFile(reason || `the reader ended with ${code}`);
    return text;
  } finally {
    clearTimeout(timer);
    await watch.stop();
    signal?.removeEventListener("abort", onAbort);
    child.kill("SIGKILL");
  }
}

async function collect(child: ChildProcessWithoutNullStreams, end: (why: string) => void): Promise<string> {
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
  return Buffer.concat(parts).toString();
}

function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

/** Buffers lie outside of the heap that Node limits. Where there is no /proc, the heap's limit has to do. */
async function killWhenLarge(
  child: ChildProcessWithoutNullStreams,
  end: (why: string) => void,
): Promise<void> {
  const statm = await readFile(`/proc/${child.pid}/statm`, "utf8").catch(() => "");
  const residentPages = Number(statm.split(" ")[1] ?? 0);
  if (residentPages * pageBytes > maxMemoryBytes) end("it needs too much memory");
}

import { copyFile, open, stat, truncate } from "node:fs/promises";
import { repeat } from "../../turns/repeat.ts";

const maxBytes = 10 * 1024 * 1024;
const checkEveryMs = 60_000;

export interface OpenLog {
  readonly fd: number;
  /** Returns the log written since the server was started, at most the last 4 kB. */
  sinceOpened(): Promise<string>;
  close(): Promise<void>;
}

/** Opens PostgreSQL's log for appending. The server writes to it directly. */
export async function openLog(path: string): Promise<OpenLog> {
  await trim(path);
  const file = await open(path, "a+", 0o600);
  const { size: from } = await file.stat();
  return {
    fd: file.fd,
    sinceOpened: async () => {
      const { size } = await file.stat();
      const start = Math.max(from, size - 4096);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - start)), {
        position: start,
      });
      return buffer.toString("utf8", 0, bytesRead).trim();
    },
    close: () => file.close(),
  };
}

/** Keeps the log below twice its limit while the server runs. Returns a function that stops this. */
export function keepTrimmed(path: string, onError: (error: unknown) => void): () => Promise<void> {
  return repeat({ everyMs: checkEveryMs, run: () => trim(path), onError }).stop;
}

/** Copies a long log and truncates it. It is not renamed, because PostgreSQL keeps the file open. */
async function trim(path: string): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size < maxBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

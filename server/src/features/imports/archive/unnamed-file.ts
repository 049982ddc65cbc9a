import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { rejectFullDisk } from "./open-parts.ts";

/** A temporary file. It has no name: the system deletes it with its last handle, also after a kill. */
export interface UnnamedFile {
  /**
   * Returns where the bytes begin.
   * @throws {UnreadableArchive} if the disk is full.
   */
  append(bytes: Uint8Array): Promise<number>;
  read(start: number, length: number): Promise<Buffer>;
  /** Reads piece by piece. A reader that ends early leaves the file open for others. */
  stream(start: number, length: number): Readable;
  close(): Promise<void>;
}

const pieceBytes = 64 * 1024;

export async function createUnnamedFile(): Promise<UnnamedFile> {
  const folder = await mkdtemp(join(tmpdir(), "atoll-import-"));
  const file = await open(join(folder, "file"), "w+").finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  let written = 0;

  async function read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at, start + at);
      if (bytesRead === 0) throw new Error("a temporary file of an import is shorter than it was");
      at += bytesRead;
    }
    return bytes;
  }

  async function* pieces(start: number, length: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < length; at += pieceBytes)
      yield await read(start + at, Math.min(pieceBytes, length - at));
  }

  return {
    async append(bytes) {
      const start = written;
      try {
        for (let at = 0; at < bytes.length; )
          at += (await file.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
      } catch (error) {
        rejectFullDisk(error);
        throw error;
      }
      written += bytes.length;
      return start;
    },
    read,
    stream: (start, length) => Readable.from(pieces(start, length), { objectMode: false }),
    close: () => file.close(),
  };
}

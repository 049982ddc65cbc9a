import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { addAbortSignal, Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import { type FilePlace, type FileStorage, insist, type StagedFile } from "./file-storage.ts";
import type { Measured } from "./measured-copy.ts";

export interface Receiving {
  files: Pick<FileStorage, "read">;
  /** Writes a large file to this machine. Leaves nothing if it breaks off. */
  receive: (content: Readable) => Promise<Pick<StagedFile, "path" | "sizeBytes" | "sha256" | "discard">>;
  signal: AbortSignal;
}

/** A file that was read to its end. */
interface ReceivedFile extends Measured {
  open: () => Readable;
  discard: () => Promise<void>;
}

/** Larger files are received on the disk. */
const maxBytesInMemory = 1024 ** 2;

/**
 * Receives a whole stored file before a byte of it goes into an archive, because a store may break it off, or find only at
 * its end that it was changed.
 * @param known its hash by its row.
 * @returns the problem of a file that is not in storage, or that the storage cannot return as it was stored.
 */
export async function receiveFile(
  { files, receive, signal }: Receiving,
  place: FilePlace,
  known: string | undefined,
): Promise<ReceivedFile | "missing" | "changed"> {
  const receiveOnce = async (): Promise<ReceivedFile | "missing"> => {
    const found = await files.read(place, undefined, known);
    if (!found) return "missing";
    const content = addAbortSignal(signal, found.content);
    if (found.sizeBytes > maxBytesInMemory) {
      const { path, sizeBytes, sha256, discard } = await receive(content);
      return { sizeBytes, sha256, open: () => createReadStream(path), discard };
    }
    const bytes = Buffer.concat(await content.toArray());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const open = () => Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
    return { sizeBytes: bytes.length, sha256, open, discard: async () => {} };
  };
  try {
    return await insist(receiveOnce, signal);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem;
  }
}

function problemOf(error: unknown): "missing" | "changed" | undefined {
  // An object that is not what was stored.
  if (error instanceof AppError && error.code === "attachment_not_found") return "changed";
  // Failures to write concern all files.
  const isReading = error instanceof Error && "syscall" in error && error.syscall === "read";
  if (!isReading || !("code" in error)) return undefined;
  // A file that was deleted in between, and a disk with a bad sector.
  if (error.code === "ENOENT") return "missing";
  return error.code === "EIO" ? "changed" : undefined;
}

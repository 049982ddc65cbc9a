import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Measured {
  sizeBytes: number;
  sha256: string;
}

/** Writes a stream to a new file that only its owner may read, syncs it, and returns its size and hash. */
export async function writeMeasured(file: string, content: AsyncIterable<Uint8Array>): Promise<Measured> {
  const handle = await open(file, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      for (let written = 0; written < chunk.byteLength; ) {
        written += (await handle.write(chunk, written)).bytesWritten;
      }
      sizeBytes += chunk.byteLength;
    }
    await handle.sync();
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (error) {
    throw naming(file, error);
  } finally {
    await handle.close();
  }
}

/** Adds the file's name to an error, because errors of file handles do not have it. */
function naming(file: string, error: unknown): unknown {
  if (error instanceof Error && "code" in error && !("path" in error)) Object.assign(error, { path: file });
  return error;
}

/** Reads a file to its end. */
export function measure(file: string): Promise<Measured> {
  return measureContent(createReadStream(file));
}

/** Reads a stream to its end. */
export async function measureContent(content: Readable): Promise<Measured> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      done();
    },
  });
  await pipeline(content, sink);
  return { sizeBytes, sha256: hash.digest("hex") };
}

import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Adds an entry to a zip file, and resolves when all of it was read. */
export type AddEntry = (path: string, content: Readable, isPacked?: boolean) => Promise<void>;

interface ZipOptions {
  /** The date of all entries. */
  madeAt: Date;
  signal: AbortSignal;
}

/**
 * Writes a zip file as a stream, one entry after the other.
 * @param fill adds the entries.
 * @param take reads the file to its end.
 * @throws what `fill` or `take` throws. If one ends because of the other, the error of the first.
 */
export async function writeZip<Taken>(
  { madeAt, signal }: ZipOptions,
  fill: (add: AddEntry) => Promise<void>,
  take: (output: Readable) => Promise<Taken>,
): Promise<Taken> {
  const zip = new ZipFile();
  // An error before the taker reads, such as a stop, must not end the process. The taker gets it when it reads.
  const output = new PassThrough().on("error", () => undefined);
  zip.outputStream.pipe(output);
  zip.on("error", (error) => output.destroy(toError(error)));
  const stopped = new AbortController();
  output.once("close", () => stopped.abort());
  const onAbort = () => output.destroy(new Error("the job was stopped"));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const add: AddEntry = async (path, content, isPacked = false) => {
    zip.addReadStream(content, path, { mtime: madeAt, compress: !isPacked });
    try {
      await finished(content, { signal: stopped.signal });
    } finally {
      content.destroy();
    }
  };
  let failure: unknown;
  const filled = fill(add)
    .then(() => zip.end())
    .catch((error: unknown) => {
      failure = error;
      output.destroy(toError(error));
    });
  try {
    const taken = await take(output);
    await filled;
    return taken;
  } catch (error) {
    output.destroy();
    await filled;
    // Filling ends with the failure of the taker, or the other way round: the first one says why.
    throw failure instanceof Error && failure.name !== "AbortError" ? failure : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

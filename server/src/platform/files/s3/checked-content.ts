import { createHash } from "node:crypto";
import { Readable } from "node:stream";

/** A store that sends nothing for so long while a reader waits is away. */
const silentMs = 30_000;

/** A reader that takes nothing for so long is gone, such as a paused film, which asks again for the rest. */
export const idleMs = 5 * 60_000;

/** The object is not what was stored. */
export class ChangedObject extends Error {}

interface ExpectedContent {
  sizeBytes: number;
  /** Undefined for a part of a file. */
  sha256: string | undefined;
}

/**
 * Returns the content of an object while it comes. Its last piece is passed on only when size and hash are those that
 * were stored, so that nobody takes a changed or cut-off object for the file.
 * @param failed makes the error for what broke the stream.
 */
export function checkedContent(
  body: Readable,
  expected: ExpectedContent,
  failed: (cause: unknown) => Error,
): Readable {
  let idle: NodeJS.Timeout | undefined;
  const watch = (isWaiting: boolean) => {
    clearTimeout(idle);
    if (isWaiting) idle = setTimeout(() => content.destroy(), idleMs).unref();
  };
  const content: Readable = Readable.from(check(body, expected, failed, watch), { objectMode: false });
  // A reader that leaves before its first piece never starts the check, which would end the body.
  return content.once("close", () => {
    clearTimeout(idle);
    body.destroy();
  });
}

async function* check(
  body: Readable,
  { sizeBytes, sha256 }: ExpectedContent,
  failed: (cause: unknown) => Error,
  watch: (isWaiting: boolean) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let received = 0;
  let last: Buffer | undefined;
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      // Only while the reader waits: one that reads slowly does not make the store silent.
      const silence = setTimeout(() => body.destroy(new Error("it sends nothing")), silentMs);
      const { done, value } = await pieces.next().finally(() => clearTimeout(silence));
      if (done) break;
      received += value.byteLength;
      hash.update(value);
      watch(true);
      if (last) yield last;
      watch(false);
      last = value;
    }
    if (received !== sizeBytes) throw new ChangedObject(`${received} bytes of ${sizeBytes} came`);
    if (sha256 !== undefined && hash.digest("hex") !== sha256)
      throw new ChangedObject("its hash is another one");
    if (last) yield last;
  } catch (error) {
    throw failed(error);
  } finally {
    body.destroy();
  }
}

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ZodType } from "zod";

/**
 * A JSON answer with one text of megabytes. It is encoded and sent part by part as the connection takes it: to encode all
 * of it at once would hold up every other request of the process.
 */
export class LongAnswer<Output extends object> {
  readonly #rest: object;
  readonly #name: string;
  readonly #parts: Iterable<string>;

  constructor(rest: object, name: keyof Output & string, parts: Iterable<string>) {
    this.#rest = rest;
    this.#name = name;
    this.#parts = parts;
  }

  /** Returns the JSON as a stream. The other fields are checked by the schema of the route. */
  toStream(schema: ZodType): Readable {
    const { [this.#name]: _text, ...rest } = schema.parse({ ...this.#rest, [this.#name]: "" }) as Record<
      string,
      unknown
    >;
    return Readable.from(jsonParts(rest, this.#name, this.#parts));
  }
}

/** An answer of which all but one text is known. */
export function longAnswer<Output extends object, Name extends keyof Output & string>(
  rest: Omit<Output, Name>,
  name: Name,
  parts: Iterable<string>,
): LongAnswer<Output> {
  return new LongAnswer<Output>(rest, name, parts);
}

async function* jsonParts(
  rest: object,
  name: string,
  parts: Iterable<string>,
): AsyncGenerator<string, void, undefined> {
  const before = JSON.stringify(rest).slice(0, -1);
  yield `${before}${before === "{" ? "" : ","}${JSON.stringify(name)}:"`;
  // Each part is escaped by itself: half of a character at its end becomes an escape that the other half completes.
  for (const part of parts) {
    if (part === "") continue;
    yield JSON.stringify(part).slice(1, -1);
    // A connection that takes everything at once would have all parts encoded in one turn of the loop.
    await setImmediate();
  }
  yield '"}';
}

/** Three bytes are four letters of base64, so that parts of this length join without padding. */
const base64PartBytes = 3 * 32 * 1024;

/** Writes bytes as base64, part by part. */
export function* base64Parts(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += base64PartBytes)
    yield buffer.toString("base64", at, Math.min(buffer.length, at + base64PartBytes));
}

import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { grantTime } from "./slow-requests.ts";

export interface ReceivedFile {
  /** As the sender calls it: not to be believed. */
  name: string;
  /**
   * Read once, to its end. It ends with an error when the connection is cut or the form is no form, and when its
   * sender may not send it any more.
   * @throws {AppError} `invalid_request`, and what `assertAllowed` throws.
   */
  content: AsyncIterable<Uint8Array>;
}

/** The size of the form around the file. */
const wrappingBytes = 16 * 1024;

/** Makes the routes of this scope accept multipart forms only. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart);
  // Other bodies are left unread, so the handler finds no file.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
}

/**
 * Returns the file of an upload as a stream. Uploads may take longer than other requests as long as data arrives.
 * @param assertAllowed throws if the sender has lost the permission. Called after the last byte, which may be hours
 *   later.
 * @throws {AppError} `file_missing`; `file_too_large` according to the Content-Length; `invalid_request`.
 */
export async function receiveFile(
  request: FastifyRequest,
  { maxBytes, assertAllowed }: { maxBytes: number; assertAllowed: () => Promise<void> },
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError("file_missing");
  if (Number(request.headers["content-length"]) > maxBytes + wrappingBytes)
    throw new AppError("file_too_large");
  grantTime(request.raw);
  const part = await findFile(request, maxBytes);
  if (!part) throw new AppError("file_missing");
  return { name: unescaped(part.filename ?? ""), content: contentOf(request, part, assertAllowed) };
}

/** Decodes a file name. Browsers only escape characters that would end it in its header. */
function unescaped(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0[AD]/gi, " ");
}

async function findFile(request: FastifyRequest, maxBytes: number): Promise<MultipartFile | undefined> {
  try {
    return await request.file({
      throwFileSizeLimit: false,
      // One byte more is enough to detect that the file is too large.
      limits: { fileSize: maxBytes + 1, files: 1, fields: 8, fieldSize: 1024, parts: 16, headerPairs: 16 },
    });
  } catch (cause) {
    request.raw.resume();
    throw new AppError("invalid_request", { detail: "an upload that cannot be read", cause });
  }
}

async function* contentOf(
  request: FastifyRequest,
  part: MultipartFile,
  assertAllowed: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* part.file;
  } catch (cause) {
    throw new AppError("invalid_request", { detail: "an upload that broke off", cause });
  } finally {
    // A client that is still sending can read the response only after its data has been consumed.
    request.raw.resume();
  }
  await assertAllowed();
}

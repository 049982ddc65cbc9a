import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { detectEncoding } from "@atoll/contract/text/detect-encoding";
import { AppError } from "../app-error.ts";
import { knowsTag } from "../http/not-modified.ts";
import type { ByteAnswer } from "../http/register-route.ts";
import { type FileKind, headBytes } from "./detect-kind.ts";
import { contentDisposition } from "./file-names.ts";
import type { ByteRange, FilePlace, FileStorage } from "./file-storage.ts";

export interface FileToAnswer {
  storage: FileStorage;
  place: FilePlace;
  kind: FileKind;
  /** The file name for saving. */
  name: string;
  /** Undefined: as large as it is found to be; such a file is always sent whole. */
  sizeBytes: number | undefined;
  /** Changes with the content. */
  tag: string;
  /** How long browsers may cache it privately. */
  keepSeconds: number;
  isDownload: boolean;
}

interface Asking {
  method: string;
  headers: Partial<Record<"range" | "if-range" | "if-none-match", string | string[] | undefined>>;
}

/**
 * Files may not run scripts, load anything or be framed elsewhere, whatever their type: they are untrusted and come
 * from the application's own origin.
 */
const filePolicy = "default-src 'none'; sandbox; frame-ancestors 'self'";
/**
 * Browsers draw PDFs with their own viewer, which isolates the content; in a sandbox several refuse to start it. Other
 * files with that type are not drawn, because browsers may not guess types.
 */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Returns a file, the requested range of it, or 304 if the browser has it. Only files with a preview are shown inline;
 * others are downloaded.
 * @throws {AppError} `attachment_not_found` if it is missing from storage.
 */
export async function answerFile({ method, headers }: Asking, file: FileToAnswer): Promise<ByteAnswer> {
  const tag = `"${file.tag}"`;
  if (knowsTag(headers["if-none-match"], tag)) return { status: 304, headers: headersOf(file, tag, "utf-8") };
  const shared = headersOf(file, tag, await charsetOf(file));

  const isSame = headers["if-range"] === undefined || headers["if-range"] === tag;
  const range = isSame ? rangeOf(headers.range, file.sizeBytes) : undefined;
  if (range === "outside") {
    return { status: 416, headers: { ...shared, "content-range": `bytes */${file.sizeBytes}` } };
  }
  const found = await file.storage.read(file.place, range);
  if (!found) throw new AppError("attachment_not_found", { detail: `storage has no ${file.place.key}` });
  const { sizeBytes } = found;
  const answer: ByteAnswer = range
    ? {
        status: 206,
        headers: {
          ...shared,
          "content-length": String(range.end - range.start + 1),
          "content-range": `bytes ${range.start}-${range.end}/${sizeBytes}`,
        },
        content: found.content,
      }
    : { status: 200, headers: { ...shared, "content-length": String(sizeBytes) }, content: found.content };
  if (method !== "HEAD") return answer;
  // A HEAD request reads nothing; an empty stream keeps the Content-Length.
  found.content.destroy();
  return { ...answer, content: Readable.from([]) };
}

function headersOf(
  { kind, name, keepSeconds, isDownload }: FileToAnswer,
  tag: string,
  charset: string,
): Record<string, string> {
  const isShown = kind.preview !== null && !isDownload;
  return {
    "accept-ranges": "bytes",
    "cache-control": `private, max-age=${keepSeconds}`,
    "content-disposition": contentDisposition(isShown ? "inline" : "attachment", name),
    "content-security-policy": isShown && kind.preview === "pdf" ? pdfPolicy : filePolicy,
    "content-type": typeOf(kind, charset),
    etag: tag,
    "x-content-type-options": "nosniff",
    // The preview of a PDF is a frame in the application itself.
    "x-frame-options": "SAMEORIGIN",
  };
}

function typeOf({ mimeType, preview }: FileKind, charset: string): string {
  if (preview === null) return "application/octet-stream";
  return preview === "text" ? `text/plain; charset=${charset}` : mimeType;
}

/** Returns the encoding of a text that is shown, by its beginning. */
async function charsetOf({ kind, storage, place, sizeBytes }: FileToAnswer): Promise<string> {
  if (kind.preview !== "text" || !sizeBytes) return "utf-8";
  const head = await storage.read(place, { start: 0, end: Math.min(sizeBytes, headBytes) - 1 });
  return (head && detectEncoding(await buffer(head.content), TextDecoder)) ?? "utf-8";
}

type Header = string | string[] | undefined;

/** Undefined: the whole file, also when several ranges are asked for or none that can be read. RFC 9110. */
function rangeOf(header: Header, sizeBytes: number | undefined): ByteRange | "outside" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(String(header ?? ""));
  if (!match || sizeBytes === undefined) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return undefined;
  if (first === "") {
    if (Number(last) === 0) return "outside";
    return { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= sizeBytes) return "outside";
  return { start, end: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

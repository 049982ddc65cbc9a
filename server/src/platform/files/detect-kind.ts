import { open } from "node:fs/promises";
import { detectEncoding } from "@atoll/contract/text/detect-encoding";
import { fileTypeFromFile } from "file-type";

/** How a browser may show a file in place. */
export type Preview = "image" | "pdf" | "text" | "video" | "audio";

export interface FileKind {
  mimeType: string;
  /** Null: it is only downloaded. */
  preview: Preview | null;
}

/** This part of a file decides whether it is text. */
export const headBytes = 64 * 1024;
const unknown: FileKind = { mimeType: "application/octet-stream", preview: null };

const previews = new Map<string, Preview>([
  ["application/pdf", "pdf"],
  ...["jpeg", "png", "apng", "gif", "webp", "avif"].map((type): [string, Preview] => [
    `image/${type}`,
    "image",
  ]),
  ...["mp4", "x-m4v", "quicktime", "webm", "ogg"].map((type): [string, Preview] => [
    `video/${type}`,
    "video",
  ]),
  ...["mpeg", "mp4", "x-m4a", "aac", "ogg", "opus", "wav", "flac", "x-flac", "webm"].map(
    (type): [string, Preview] => [`audio/${type}`, "audio"],
  ),
]);

/**
 * Binary detection reports these text formats too. Any other file that looks like text from the first to the last byte
 * is text.
 */
const writtenAsText = /^(application\/(pdf|xml|rtf|postscript|eps|x-ft-.*)|text\/.*|image\/svg\+xml)$/;

/**
 * Detects the type of a file from its content. The file name and the browser's type are ignored, with one exception: a
 * text file named as a page or drawing is treated as one.
 */
export async function detectKind(path: string, name: string): Promise<FileKind> {
  const head = await readHead(path);
  const text = readAsText(head);
  const found = await detectBinary(path);
  const isBinary = found !== undefined && (text === undefined || writtenAsText.test(found));
  if (text !== undefined && (!isBinary || found !== "application/pdf")) {
    const markup = markupOf(text, name, found);
    if (markup) return { mimeType: markup, preview: null };
  }
  if (isBinary) {
    const mimeType = found.split(";", 1)[0] ?? found;
    if (mimeType.startsWith("text/")) return { mimeType, preview: text === undefined ? null : "text" };
    return { mimeType, preview: previews.get(mimeType) ?? null };
  }
  return text === undefined ? unknown : { mimeType: "text/plain", preview: "text" };
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A malicious file must cost neither memory nor time. A type that is not detected within the limits is unknown. */
async function detectBinary(path: string): Promise<string | undefined> {
  try {
    const found = await fileTypeFromFile(path, {
      maxBufferSize: 1024 * 1024,
      signal: AbortSignal.timeout(3_000),
    });
    return found?.mime;
  } catch {
    return undefined;
  }
}

/** Pages and drawings: by how they begin, or by a name that would make a browser take them for one. */
function markupOf(text: string, name: string, found: string | undefined): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const first = firstTagOf(text);
  if (first === "svg" || extension === "svg") return "image/svg+xml";
  if (["html", "head", "body", "script", "iframe"].includes(first)) return "text/html";
  if (["html", "htm", "shtml", "xhtml", "xht", "mht", "mhtml"].includes(extension)) return "text/html";
  if (found === "application/xml" || extension === "xml") return "application/xml";
  return undefined;
}

/** Returns the name of the first element, after comments, declarations and the doctype. */
function firstTagOf(text: string): string {
  for (let rest = text.trimStart(); rest.startsWith("<"); rest = rest.trimStart()) {
    const tag = /^<([a-z]+)/i.exec(rest)?.[1]?.toLowerCase();
    if (tag) return tag;
    const type = /^<!doctype\s+([a-z]+)/i.exec(rest)?.[1]?.toLowerCase();
    if (type) return type;
    const end = rest.startsWith("<!--") ? "-->" : ">";
    const at = rest.indexOf(end);
    if (at === -1) return "";
    rest = rest.slice(at + end.length);
  }
  return "";
}

/**
 * Decodes the beginning of a file as editors and older programs save text. Undefined for encodings that are not certain,
 * and for anything with control characters, which binary formats never go without for long.
 */
function readAsText(head: Uint8Array): string | undefined {
  const encoding = detectEncoding(head, TextDecoder);
  if (encoding === undefined) return undefined;
  // As a stream: the last character may be cut.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  // Logs may be coloured.
  return /\p{Cc}/u.test(text.replace(/[\t\n\f\r]/g, "").replaceAll("\u001b", "")) ? undefined : text;
}

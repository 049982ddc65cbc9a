import { buffer } from "node:stream/consumers";
import type { getDocumentProxy as openDocument } from "unpdf";
import { maxTextBytes } from "./limits.ts";

type PDFDocumentProxy = Awaited<ReturnType<typeof openDocument>>;

// Runs in a process of its own, which `readInChild` starts: it reads the file from stdin and writes its text to stdout.

async function textOf(mimeType: string): Promise<string> {
  const content = await buffer(process.stdin);
  // Each is loaded by who needs it.
  if (mimeType === "application/pdf") {
    const { getDocumentProxy } = await import("unpdf");
    return textOfPages(await getDocumentProxy(new Uint8Array(content)));
  }
  const { default: mammoth } = await import("mammoth");
  return (await mammoth.extractRawText({ buffer: content })).value;
}

/** Returns the text of one page after the other, until there is enough or the time is up. */
async function textOfPages(document: PDFDocumentProxy): Promise<string> {
  const mostPagesMs = Number(process.argv[3]);
  const began = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    page.cleanup();
    pages.push(text);
    length += text.length;
    if (length >= maxTextBytes || usedMs() > mostPagesMs) break;
  }
  // A form feed before each page but the first tells later which page a passage is on.
  return pages.join("\n\f");
}

/** Text past the limit is never read. */
async function beginning(): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= maxTextBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxTextBytes);
}

const mimeType = process.argv[2] ?? "";
// The bytes of a text are decoded by the server: this program may load nothing of it.
const said = mimeType.startsWith("text/") ? await beginning() : Buffer.from(await textOf(mimeType));
process.stdout.write(said.subarray(0, maxTextBytes), () => process.exit(0));

import { buffer } from "node:stream/consumers";
import { maxTextBytes } from "./limits.ts";

// A process of its own, which `readInChild` starts: the file comes in, its text goes out.

async function textOf(mimeType: string): Promise<string> {
  if (mimeType.startsWith("text/")) return decode(await beginning());
  const content = await buffer(process.stdin);
  // Each is loaded by who needs it.
  if (mimeType === "application/pdf") {
    const { extractText, getDocumentProxy } = await import("unpdf");
    const document = await getDocumentProxy(new Uint8Array(content));
    return (await extractText(document, { mergePages: true })).text;
  }
  const { default: mammoth } = await import("mammoth");
  return (await mammoth.extractRawText({ buffer: content })).value;
}

/** Of a text, what lies behind what is kept need not even come in. */
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

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const text = await textOf(process.argv[2] ?? "");
process.stdout.write(Buffer.from(text).subarray(0, maxTextBytes), () => process.exit(0));

import { buffer } from "node:stream/consumers";
import mammoth from "mammoth";
import { extractText, getDocumentProxy } from "unpdf";
import { maxTextBytes } from "./limits.ts";

// A process of its own, which `readInChild` starts: the file comes in, its text goes out.

async function textOf(content: Buffer, mimeType: string): Promise<string> {
  if (mimeType !== "application/pdf") return (await mammoth.extractRawText({ buffer: content })).value;
  const document = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(document, { mergePages: true });
  return text;
}

const text = await textOf(await buffer(process.stdin), process.argv[2] ?? "");
process.stdout.write(Buffer.from(text).subarray(0, maxTextBytes), () => process.exit(0));

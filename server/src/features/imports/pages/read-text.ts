import type { Archive } from "../archive/open-archive.ts";

const maxTextBytes = 8 * 1024 * 1024;

/** Reads a text of the archive; undefined if it is damaged or too large. */
export async function readText(archive: Archive, path: string): Promise<string | undefined> {
  if ((archive.sizeOf(path) ?? Number.POSITIVE_INFINITY) > maxTextBytes) return undefined;
  try {
    const content = await archive.read(path);
    if (!content) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(Buffer.from(chunk));
    const text = new TextDecoder("utf-8", { fatal: false }).decode(Buffer.concat(chunks));
    return text.replaceAll("\r\n", "\n").replaceAll("\0", "");
  } catch {
    archive.assertWhole();
    return undefined;
  }
}

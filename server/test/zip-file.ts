import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** Packs files by their paths. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return Buffer.concat(await Readable.from(zip.outputStream).toArray());
}

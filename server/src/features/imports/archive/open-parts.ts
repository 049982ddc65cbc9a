import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RandomAccessReader } from "yauzl";
import { type Archive, readDirectory, UnreadableArchive } from "./open-archive.ts";

/** Reads a zip file that was unpacked to the disk. */
class DiskReader extends RandomAccessReader {
  readonly #path: string;
  constructor(path: string) {
    super();
    this.#path = path;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
  assertWhole(): void {}
}

/** @throws {UnreadableArchive} if it is not the archive that is damaged, but the disk that is full. */
export function rejectFullDisk(cause: unknown): void {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT")
    throw new UnreadableArchive("The disk of the server is full. Free some space and try again.", { cause });
}

/** How deep zip files within zip files are opened: products write one level, and mail programs add another one. */
const maxLevels = 3;

/**
 * Opens the parts of an export that are zip files within a zip file as if they were one. Other zip files stay closed.
 * @param partsIn returns the paths of parts, in their order.
 * @throws {UnreadableArchive} if a part is damaged.
 */
export async function openParts(
  archive: Archive,
  partsIn: (paths: readonly string[]) => readonly string[],
  level = 0,
): Promise<Archive> {
  const parts = level < maxLevels ? partsIn(archive.paths) : [];
  if (parts.length === 0) return archive;
  const folder = await mkdtemp(join(tmpdir(), "atoll-import-"));
  const opened: Archive[] = [];
  const close = async () => {
    for (const one of opened) await one.close?.();
    await rm(folder, { recursive: true, force: true });
    await archive.close?.();
  };
  try {
    for (const [index, path] of parts.entries()) {
      const content = await archive.read(path);
      if (!content) continue;
      const place = join(folder, `${index}.zip`);
      await pipeline(content, createWriteStream(place)).catch((cause: unknown) => {
        archive.assertWhole();
        rejectFullDisk(cause);
        // All administrators read it, but not the names of spaces.
        throw new UnreadableArchive(
          `Zip file ${index + 1} of the ${parts.length} in it is damaged. Export it again.`,
          { cause },
        );
      });
      const inner = await readDirectory(new DiskReader(place), archive.sizeOf(path) ?? 0);
      opened.push(await openParts(inner, partsIn, level + 1));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const isPart = new Set(parts);
  // The first part that has a path has it for all.
  const owner = new Map<string, Archive>();
  const twice: Archive["leftOut"][number][] = [];
  for (const one of [...opened, archive])
    for (const path of one.paths)
      if (one === archive && isPart.has(path)) continue;
      else if (!owner.has(path)) owner.set(path, one);
      else if (owner.get(path)?.sizeOf(path) !== one.sizeOf(path))
        twice.push({ kind: "path_in_two_parts", detail: path.slice(0, 200) });
  return {
    paths: [...owner.keys()],
    leftOut: [archive, ...opened].flatMap(({ leftOut }) => leftOut).concat(twice),
    sizeOf: (path) => owner.get(path)?.sizeOf(path),
    assertWhole: () => archive.assertWhole(),
    read: async (path) => owner.get(path)?.read(path),
    close,
  };
}

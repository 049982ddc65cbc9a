import {
  type FilePlace,
  type FileStorage,
  ignoreChanged,
  insist,
  measureStored,
} from "../../platform/files/file-storage.ts";
import { StartError } from "../../platform/log/start-error.ts";
import type { StoredPlace } from "./stored-places.ts";

export interface MoveReport {
  moved: number;
  movedBytes: number;
  /** In the target with the same hash, such as after a move that was cut short. */
  alreadyThere: number;
  /** Named by rows, and neither in the source nor in the target. */
  missing: string[];
  /** Moved as they are, and not what was once uploaded. */
  changed: string[];
  /** Not moved: what the source has is not what Atoll stored, and the target has nothing better. */
  unreadable: string[];
}

/** Files on their way at the same time. Each has a part or two in memory. */
const atOnce = 4;

/**
 * Copies every file from one storage into another, and reads each back to compare its hash. Repeating it continues. The
 * source keeps its files.
 * @throws {StartError} if the target returns another content than it was given; {AppError} `files_unavailable`.
 */
export async function moveFiles(
  places: AsyncIterable<StoredPlace>,
  source: Pick<FileStorage, "read">,
  target: FileStorage,
  progress: (done: number) => void,
): Promise<MoveReport> {
  const report: MoveReport = {
    moved: 0,
    movedBytes: 0,
    alreadyThere: 0,
    missing: [],
    changed: [],
    unreadable: [],
  };
  const iterator = places[Symbol.asyncIterator]();
  let done = 0;
  let hasFailed = false;
  const work = async () => {
    while (!hasFailed) {
      const next = await iterator.next();
      if (next.done) return;
      await insist(() => moveFile(next.value, source, target, report));
      done += 1;
      progress(done);
    }
  };
  // The others end their file first, so that nothing is written after this has failed.
  const ended = await Promise.allSettled(
    Array.from({ length: atOnce }, () =>
      work().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return report;
}

async function moveFile(
  { place, sha256, mayBeMissing }: StoredPlace,
  source: Pick<FileStorage, "read">,
  target: FileStorage,
  report: MoveReport,
): Promise<void> {
  const there = await measureStored(target, place, sha256).catch(ignoreChanged);
  if (there && there.sha256 === sha256) {
    report.alreadyThere += 1;
    return;
  }
  const found = await source.read(place, undefined, sha256);
  if (!found) {
    if (there) report.alreadyThere += 1;
    else if (!mayBeMissing) report.missing.push(nameOf(place));
    return;
  }
  const staged = await target
    .stage(found.content, { maxBytes: Number.POSITIVE_INFINITY })
    .catch(ignoreChanged);
  if (!staged) {
    report.unreadable.push(nameOf(place));
    return;
  }
  try {
    const isChanged = sha256 !== undefined && staged.sha256 !== sha256;
    if (there?.sha256 === staged.sha256) {
      report.alreadyThere += 1;
      if (isChanged) report.changed.push(nameOf(place));
      return;
    }
    await target.delete(place);
    await staged.keepAs(place);
    if ((await measureStored(target, place))?.sha256 !== staged.sha256)
      throw new StartError(
        `${target.site.name} returned another content than it was given (${nameOf(place)}).`,
        "Check the storage, then run the command again: it continues.",
      );
    if (isChanged) report.changed.push(nameOf(place));
    report.moved += 1;
    report.movedBytes += staged.sizeBytes;
  } finally {
    await staged.discard();
  }
}

const nameOf = ({ bucket, key }: FilePlace): string => `${bucket}/${key}`;

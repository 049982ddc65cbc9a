import type { Archive } from "../archive/open-archive.ts";
import { namedBy, originalOf, type SpaceObject, valueIn } from "./read-objects.ts";

export interface SpacePage {
  id: string;
  key: string;
  title: string;
  spaceId: string;
  spaceKey: string;
  placeKey: string;
  parent: SpacePage | undefined;
  parentId: string;
  position: number;
  creator: string;
  modifier: string;
  at: Date | null;
  updatedAt: Date | null;
  isBlog: boolean;
  isDraft: boolean;
  /** Itself or a page above it is only for some people. */
  isPrivate: boolean;
  isRestricted: boolean;
  /** The export may not have its restrictions. */
  isUnsure: boolean;
  hasMissingParent: boolean;
  labels: string[];
  files: SpaceFile[];
}

export interface SpaceFile {
  id: string;
  name: string;
  path: string | undefined;
}

/** Gives pages their files: the newest version of each. Returns how many there are. */
export function addFiles(
  attachments: readonly SpaceObject[],
  {
    archive,
    prefix,
    byId,
    old,
    note,
  }: {
    archive: Archive;
    prefix: string;
    byId: ReadonlyMap<string, SpacePage>;
    old: ReadonlyMap<string, string>;
    note: (kind: string, detail?: string) => void;
  },
): number {
  /** The versions of each file that the archive has, wherever they are. */
  const versions = new Map<string, { version: number; path: string }[]>();
  for (const path of archive.paths) {
    const [, id, version] =
      /^attachments\/[^/]+\/([^/]+)\/(\d+)(?:\.[^/]*)?$/.exec(path.slice(prefix.length)) ?? [];
    if (!path.startsWith(prefix) || id === undefined) continue;
    const known = versions.get(id);
    if (known) known.push({ version: Number(version), path });
    else versions.set(id, [{ version: Number(version), path }]);
  }
  const used = new Set<string>();
  let count = 0;
  for (const one of attachments) {
    const name = valueIn(one, "title", "fileName") || one.id;
    const original = originalOf(one);
    if (original !== "" && original !== one.id) {
      note("file_old", name);
      used.add(original);
      continue;
    }
    used.add(one.id);
    if (/^(?:deleted|trashed|draft)$/.test(valueIn(one, "contentStatus"))) continue;
    const ownerId = namedBy(one, "containerContent", "content", "owner");
    const page = byId.get(ownerId) ?? byId.get(old.get(ownerId) ?? "");
    if (!page) continue;
    const there = versions.get(one.id) ?? [];
    const version = Number(valueIn(one, "version", "attachmentVersion")) || 0;
    const newest = there.toSorted((a, b) => b.version - a.version)[0];
    const path = there.find((found) => found.version === version)?.path ?? newest?.path;
    page.files.push({ id: one.id, name, path });
    count += 1;
  }
  for (const [id, [first]] of versions) if (!used.has(id) && first) note("file_unused", first.path);
  return count;
}

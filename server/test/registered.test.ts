import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kindsForGuests } from "@atoll/contract/guest-access/kinds-for-guests";
import { notificationKindNames } from "@atoll/contract/notification-kinds";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { searchKinds } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createCommentKinds } from "../src/platform/kinds/comment-kinds.ts";
import { slices } from "../src/slices.ts";
import { sharedServer } from "./for-file.ts";

// Code that is never registered has no effect, and nobody would notice that it was forgotten. Types, the matrix and the
// dead code check find the rest: a slice that is missing in `app.ts`, an event, a room, an area.

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const features = folderOf("../src/features");
const contract = folderOf("../../contract/src");

const commentKinds = createCommentKinds(slices.flatMap((slice) => slice.commentKinds ?? []));
const exportKinds = slices.flatMap((slice) => slice.exportKinds ?? []);
const fileKinds = slices.flatMap(({ fileKinds = [] }) =>
  typeof fileKinds === "function" ? fileKinds({ commentKinds, exportKinds }) : fileKinds,
);
const notificationKinds = slices.flatMap(({ notificationKinds = [] }) => notificationKinds);
const names = (kinds: readonly { kind: string }[]) => kinds.map(({ kind }) => kind).toSorted();

describe("a slice", () => {
  test.each(slices.map(({ name }) => name))(
    "%s names in its slice.ts all that is to be registered",
    (name) => {
      const slice = readFileSync(join(features, name, "slice.ts"), "utf8");
      const made = sourcesIn(join(features, name)).flatMap((path) => registrable(readFileSync(path, "utf8")));
      expect(made.filter((one) => !new RegExp(`\\b${one}\\b`).test(slice))).toEqual([]);
    },
  );

  test("is found by what makes it: not one kind of value is passed over", () => {
    const all = sourcesIn(features).flatMap((path) => registrable(readFileSync(path, "utf8")));
    const some = [
      "broadcastToReaders",
      "sweepJob",
      "taskFiles",
      "commentFiles",
      "taskComments",
      "placedTasks",
    ];
    expect(all).toEqual(
      expect.arrayContaining([...some, "addedKind", "accountNotificationDefinitions", "ownedTasks"]),
    );
  });

  test("has a name of its own, and so has every kind of things", () => {
    const all = [names(commentKinds.all), names(fileKinds), slices.map(({ name }) => name)];
    const owned = slices.flatMap(({ owned = [] }) => owned);
    const placed = slices.flatMap(({ placed = [] }) => placed);
    for (const list of [...all, names(owned), names(placed), fileKinds.map(({ bucket }) => bucket)])
      expect(list.toSorted()).toEqual([...new Set(list)].toSorted());
  });
});

test("every notification kind of the contract is registered by one slice", () => {
  expect(names(notificationKinds)).toEqual(notificationKindNames.toSorted());
  // Settings of guests list no kind that they never get.
  expect(names(notificationKinds.filter(({ isForGuests }) => isForGuests))).toEqual(
    expect.arrayContaining([...kindsForGuests]),
  );
});

test("every route of the contract is in the registry", async () => {
  const address = ({ method, path }: Route) => `${method} ${path}`;
  const known = new Set(
    Object.values(routes).flatMap((slice): string[] => Object.values(slice).map(address)),
  );
  const files = sourcesIn(contract).filter((path) => /[/-]routes\.ts$/.test(path));
  const modules = await Promise.all(
    files.map(async (path) => (await import(path)) as Record<string, Record<string, Route>>),
  );
  const declared = modules.flatMap((module) =>
    Object.values(module).flatMap((group) => Object.values(group)),
  );
  const ofRoutes = declared.filter((one) => typeof one?.path === "string" && one.method !== undefined);
  expect(ofRoutes.length).toBeGreaterThanOrEqual(known.size);
  expect(ofRoutes.map(address).filter((one) => !known.has(one))).toEqual([]);
});

describe("in the database", () => {
  const server = sharedServer();

  /** The kinds that triggers give to a function. */
  async function kindsOf(functionName: string): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      SELECT trim(trailing '\\000' FROM encode(t.tgargs, 'escape')) AS kind
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = ${functionName}`.execute(
      server.db,
    );
    return rows.map(({ kind }) => kind).toSorted();
  }

  test("deleting a thing deletes its comments", async () => {
    expect(await kindsOf("delete_comments_of")).toEqual(names(commentKinds.all));
  });

  test("deleting a thing discards its files", async () => {
    expect(await kindsOf("discard_files_of")).toEqual(names(fileKinds));
  });

  test("every searchable kind has a source, and the index follows changes", async () => {
    const kinds = slices.flatMap(({ searchSources = [] }) => searchSources.map(({ kind }) => kind));
    expect(kinds.toSorted()).toEqual(searchKinds.toSorted());
    // Messages have an index of their own; files are followed together with what they are attached to.
    const followed = kinds.filter((kind) => kind !== "message" && kind !== "file").toSorted();
    for (const trigger of ["search_follow", "search_follow_many"])
      expect([...new Set(await kindsOf(trigger))], trigger).toEqual(followed);
  });
});

/** Every source below a folder, without its tests. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path));
}

/**
 * Returns the exports of a source file that must be registered: live parts, jobs and kinds of things, by their types.
 * The matrix checks routes.
 */
function registrable(source: string): string[] {
  const kinds =
    "(?:readonly )?(?:FileKind<|CommentedKind\\b(?!\\[)|NotificationDefinition\\b|SliceOwnedKind\\b|PlacedKind<|SlicePlacedKind\\b|SliceSearchSource\\b|SliceViewPlace\\b|SliceMail\\b)";
  const constants = new RegExp(`^export const (\\w+): ${kinds}`, "gm");
  const functions = new RegExp(`^export function (\\w+)\\([^)]*\\): (?:LivePart|Job<|${kinds})`, "gm");
  return [constants, functions].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name = ""]) => name),
  );
}

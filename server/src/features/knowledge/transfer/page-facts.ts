import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { narrow, nobodyId } from "../ground/tree.ts";
import type { PlannedPage } from "./plan-import.ts";

export interface Audience {
  departmentIds: string[];
  roleIds: string[];
}

/** The facts about a page that its file states, with the IDs of this workspace. */
export interface PageFacts {
  /** Chosen for the page. The pages above limit it further. */
  audience: Audience;
  /** Undefined: the importer. */
  ownerId: string | undefined;
  hasUnknownReaders: boolean;
  hasUnknownOwner: boolean;
}

/**
 * Finds the readers and owners that the files name. Readers that are not known here are left out, and where none is left
 * the page is for nobody: never for more people than its file says.
 */
export async function findPageFacts(
  db: Database,
  pages: readonly PlannedPage[],
): Promise<(page: PlannedPage) => PageFacts> {
  const departments = await idsByName(
    db,
    "departments",
    pages.flatMap(({ said }) => said.departments ?? []),
  );
  const roles = await idsByName(
    db,
    "roles",
    pages.flatMap(({ said }) => said.roles ?? []),
  );
  const owners = await idsByEmail(
    db,
    pages.flatMap(({ said }) => said.owner ?? []),
  );
  const side = (names: readonly string[] | undefined, ids: ReadonlyMap<string, string>): string[] => {
    if (!names || names.length === 0) return [];
    const known = names.flatMap((name) => ids.get(name.toLowerCase()) ?? []);
    return known.length > 0 ? [...new Set(known)].sort() : [nobodyId];
  };
  return ({ said }) => {
    const unknown = (names: readonly string[] | undefined, ids: ReadonlyMap<string, string>) =>
      names?.some((name) => !ids.has(name.toLowerCase())) ?? false;
    const isUnclear = said.hasUnclearReaders === true;
    const ownerId = said.owner === undefined ? undefined : owners.get(said.owner.toLowerCase());
    return {
      audience: isUnclear
        ? nobody()
        : { departmentIds: side(said.departments, departments), roleIds: side(said.roles, roles) },
      ownerId,
      hasUnknownReaders: isUnclear || unknown(said.departments, departments) || unknown(said.roles, roles),
      hasUnknownOwner: said.owner !== undefined && ownerId === undefined,
    };
  };
}

/**
 * Limits the readers of a page by the pages that its place in the archive is below and that do not limit it in the tree:
 * for an answer or a procedure those of its folders and the page that the import goes below, and for an article pages
 * above that are left out.
 */
export function narrowByPlace(
  page: PlannedPage,
  pages: readonly (PlannedPage & { facts: PageFacts })[],
  above: Audience | undefined,
): Audience {
  const folders = page.path.split("/").slice(0, -1);
  const isTree = page.kind === "article";
  const limits = pages.filter(
    (one) => one.key !== page.key && (one.isLeftOut || !isTree) && isFolderOf(one.key, folders),
  );
  const own = pages.find(({ key }) => key === page.key)?.facts.audience ?? nobody();
  return [
    ...limits.map(({ facts }) => facts.audience),
    ...(above && !isTree ? [above] : []),
  ].reduce<Audience>((limited, limit) => narrow(limit, limited), own);
}

const nobody = (): Audience => ({ departmentIds: [nobodyId], roleIds: [] });

/** Whether a key, which leaves out the folder around everything, is one of the folders that a file is in. */
function isFolderOf(key: string, folders: readonly string[]): boolean {
  return folders.some((_folder, from) =>
    folders.some((_last, to) => to >= from && folders.slice(from, to + 1).join("/") === key),
  );
}

async function idsByName(
  db: Database,
  table: "departments" | "roles",
  names: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(["id", "name"])
    .where(sql<boolean>`lower(name) = ANY(${wanted}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

async function idsByEmail(db: Database, emails: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where(sql<boolean>`lower(email) = ANY(${wanted}::text[])`)
    .where("disabled_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

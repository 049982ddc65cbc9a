import type { ImportReaders } from "@atoll/contract/knowledge/transfer-limits";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { narrow, nobodyId } from "../model/tree.ts";
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
  /** Its file does not state its readers: the importer chooses them. */
  isWithoutReaders: boolean;
  hasUnknownOwner: boolean;
}

/**
 * Finds the readers and owners that the files name. Readers that are not known here are left out, and where none is left
 * the page is for nobody: never for more people than its file says.
 * @param unstated who reads the pages whose files do not state their readers.
 */
export async function findPageFacts(
  db: Database,
  pages: readonly PlannedPage[],
  unstated: ImportReaders,
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
  const stated = ({ said }: PlannedPage): PageFacts => {
    const unknown = (names: readonly string[] | undefined, ids: ReadonlyMap<string, string>) =>
      names?.some((name) => !ids.has(name.toLowerCase())) ?? false;
    const isUnclear = said.hasUnclearReaders === true;
    const ownerId = said.owner === undefined ? undefined : owners.get(said.owner.toLowerCase());
    const isWithoutReaders =
      !isUnclear && said.readers === undefined && !said.departments?.length && !said.roles?.length;
    return {
      audience:
        isUnclear || (isWithoutReaders && unstated === "importer")
          ? nobody()
          : { departmentIds: side(said.departments, departments), roleIds: side(said.roles, roles) },
      ownerId,
      hasUnknownReaders: isUnclear || unknown(said.departments, departments) || unknown(said.roles, roles),
      hasUnknownOwner: said.owner !== undefined && ownerId === undefined,
      isWithoutReaders,
    };
  };
  const facts = new Map<PlannedPage, PageFacts>();
  const below = Map.groupBy(pages, ({ parentKey }) => parentKey);
  // The pages of a folder come after it.
  for (const page of pages.toReversed()) {
    const own = stated(page);
    const inside = isFolder(page)
      ? readersOfAll((below.get(page.key) ?? []).flatMap((one) => facts.get(one) ?? []))
      : undefined;
    facts.set(page, inside ? { ...own, audience: inside, isWithoutReaders: false } : own);
  }
  return (page) => facts.get(page) ?? stated(page);
}

/** A folder without a page of its own. */
const isFolder = ({ path }: PlannedPage): boolean => path.endsWith("/");

/**
 * The people who read one of the pages, so that a folder shows its name to nobody else. Undefined where an audience
 * cannot say that, and where nobody reads any of them.
 */
function readersOfAll(pages: readonly PageFacts[]): Audience | undefined {
  const audiences = pages.map(({ audience }) => audience).filter((one) => !isNobody(one));
  const all = (side: keyof Audience): string[] =>
    audiences.some((one) => one[side].length === 0)
      ? []
      : [...new Set(audiences.flatMap((one) => one[side]))].sort();
  const union = { departmentIds: all("departmentIds"), roleIds: all("roleIds") };
  const isSame = (side: keyof Audience) =>
    audiences.every((one) => String([...one[side]].sort()) === String(union[side]));
  const isOneOfThem = audiences.some(
    (one) =>
      String(one.departmentIds) === String(union.departmentIds) &&
      String(one.roleIds) === String(union.roleIds),
  );
  return audiences.length > 0 && (isOneOfThem || isSame("departmentIds") || isSame("roleIds"))
    ? union
    : undefined;
}

const isNobody = ({ departmentIds, roleIds }: Audience): boolean =>
  String(departmentIds) === nobodyId || String(roleIds) === nobodyId;

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
    (one) =>
      one.key !== page.key && !isFolder(one) && (one.isLeftOut || !isTree) && isFolderOf(one.key, folders),
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

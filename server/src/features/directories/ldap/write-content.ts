import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { changeMembers, type DirectoryRow, makeDue, markGone, peopleWithin } from "../people/mirror.ts";
import type { LdapContent, LdapGroup, LdapPerson } from "./read-ldap.ts";
import { findRemade, safelyRemade, writeRemade } from "./remade.ts";

/** Runs work in a transaction that holds the directory. */
export type Hold = <T>(work: (tx: Database, directory: DirectoryRow) => Promise<T>) => Promise<T>;

interface KnownPerson {
  id: string;
  external_id: string | null;
  user_name: string;
  email: string;
  is_active: boolean;
  is_gone: boolean;
  facts: string;
}

/** One person may always leave. */
const freeLeavers = 1;
/** Rows in one statement. */
const atOnce = 200;

/** A run that must not go on, and why, in words for administrators. */
export class StoppedRun extends Error {
  readonly leavers: number | null;
  constructor(message: string, leavers: number | null = null) {
    super(message);
    this.leavers = leavers;
  }
}

/**
 * Writes what a directory says into the mirror: people, groups and members that differ, and those who are gone. The
 * accounts of all of these are due then.
 * @param mayLeave so many people may be gone, because an administrator has confirmed it.
 * @throws {StoppedRun} before anything is written, if what was read cannot be the whole directory.
 */
export async function writeContent(
  db: Database,
  hold: Hold,
  { id: directoryId, leaverPercent }: { id: string; leaverPercent: number },
  content: LdapContent,
  mayLeave: number | undefined,
): Promise<void> {
  assertUnambiguous(content);
  const known = await readKnown(db, directoryId);
  const here = new Map(content.people.map(({ facts }) => [facts.external_id, facts]));
  const unusable = new Set(content.unusableIds);
  const current = known.filter(({ is_gone }) => !is_gone);
  const missing = current.filter(({ external_id: id }) => !here.has(id ?? "") && !unusable.has(id ?? ""));
  const remade = await safelyRemade(db, findRemade(current, missing, content.people));
  const newIds = new Map(remade.map(({ id, externalId }) => [id, externalId]));
  const active = current.filter(({ is_active }) => is_active);
  // People who are deactivated are disabled as well as those who are missing.
  const leavers = active.filter(({ id, external_id }) => {
    const name = newIds.get(id) ?? external_id ?? "";
    return !unusable.has(name) && here.get(name)?.is_active !== true;
  });
  assertFew(leavers.length, active.length, { leaverPercent, mayLeave });
  const written = new Map<string, string>();
  for (const part of parts(remade))
    for (const { id, externalId } of await hold((tx) => writeRemade(tx, part))) written.set(id, externalId);
  // Before the others are written, who may have their user names now.
  const gone = missing.flatMap(({ id }) => (written.has(id) ? [] : id));
  for (const part of parts(gone)) await hold((tx) => markGone(tx, part));
  const now = known.map((one) => ({ ...one, external_id: written.get(one.id) ?? one.external_id }));
  const personIds = await writePeople(hold, directoryId, now, content.people);
  const groupIds = await writeGroups(db, hold, directoryId, content.groups);
  await writeMembers(db, hold, directoryId, membersOf(content, personIds, groupIds));
}

/** Two people with one address or one user name: which of them an account belongs to is for the directory to say. */
function assertUnambiguous({ people, groups }: LdapContent): void {
  if (people.length === 0)
    throw new StoppedRun(
      "The directory answered with no people. Nothing was changed. Check where the people are.",
    );
  const kinds = [
    ["address", people.map(({ facts }) => facts.email)],
    ["user name", people.map(({ facts }) => facts.user_name.toLowerCase())],
    ["identifier", people.map(({ facts }) => facts.external_id)],
    ["identifier", groups.map(({ externalId }) => externalId)],
  ] as const;
  for (const [kind, values] of kinds) {
    const seen = new Set<string>();
    for (const value of values) {
      if (seen.has(value))
        throw new StoppedRun(
          `Two entries have the ${kind} ${value}. Nothing was changed. Correct it in the directory.`,
        );
      seen.add(value);
    }
  }
}

function assertFew(
  leaving: number,
  all: number,
  { leaverPercent, mayLeave = 0 }: { leaverPercent: number; mayLeave: number | undefined },
): void {
  if (leaving <= Math.max(freeLeavers, mayLeave) || leaving * 100 <= all * leaverPercent) return;
  throw new StoppedRun(
    `${leaving} of ${all} people would be disabled at once. Nothing was changed. Confirm it if that is right.`,
    leaving,
  );
}

async function readKnown(db: Database, directoryId: string): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`SELECT id, external_id, user_name, email, is_active,
      gone_at IS NOT NULL AS is_gone,
      concat_ws(E'\x01', user_name, email, name, coalesce(department, ''), coalesce(language, ''), is_active) AS facts
    FROM directory_people WHERE directory_id = ${directoryId} ORDER BY gone_at NULLS LAST`.execute(db);
  return rows;
}

function factsOf({ facts }: LdapPerson): string {
  const { user_name, email, name, department, language, is_active } = facts;
  return [user_name, email, name, department ?? "", language ?? "", is_active ? "t" : "f"].join("\x01");
}

/** @returns the ids of all people by their names in the directory. */
async function writePeople(
  hold: Hold,
  directoryId: string,
  known: readonly KnownPerson[],
  people: readonly LdapPerson[],
): Promise<Map<string, string>> {
  // People who are here come last, and count.
  const byExternalId = new Map(known.map((one) => [one.external_id, one]));
  const ids = new Map<string, string>();
  const changed: (LdapPerson & { id: string; isNew: boolean })[] = [];
  for (const person of people) {
    const there = byExternalId.get(person.facts.external_id);
    const id = there?.id ?? uuidv7();
    ids.set(person.dn, id);
    if (!there || there.is_gone || there.facts !== factsOf(person))
      changed.push({ ...person, id, isNew: !there });
  }
  for (const part of parts(changed)) await hold((tx) => upsertPeople(tx, directoryId, part));
  return ids;
}

/**
 * Writes people into the mirror. Somebody whose account follows another directory by now comes back without it. User names
 * that others have are set aside first: two people may swap theirs, and the next run writes the names of all.
 */
export async function upsertPeople(
  tx: Database,
  directoryId: string,
  people: readonly (LdapPerson & { id: string })[],
): Promise<void> {
  const of = <T>(read: (person: LdapPerson & { id: string }) => T) => people.map(read);
  await sql`UPDATE directory_people p SET user_name = p.id::text
    FROM unnest(${of(({ id }) => id)}::uuid[], ${of(({ facts }) => facts.user_name)}::text[]) AS given (id, user_name)
    WHERE p.directory_id = ${directoryId} AND p.gone_at IS NULL AND lower(p.user_name) = lower(given.user_name)
      AND p.id <> given.id`.execute(tx);
  await sql`INSERT INTO directory_people AS p
      (id, directory_id, external_id, user_name, email, name, department, language, is_active, resource)
    SELECT id, ${directoryId}, external_id, user_name, email, name, department, language, is_active, '{}' FROM unnest(
      ${of(({ id }) => id)}::uuid[], ${of(({ facts }) => facts.external_id)}::text[],
      ${of(({ facts }) => facts.user_name)}::text[], ${of(({ facts }) => facts.email)}::text[],
      ${of(({ facts }) => facts.name)}::text[], ${of(({ facts }) => facts.department)}::text[],
      ${of(({ facts }) => facts.language)}::text[], ${of(({ facts }) => facts.is_active)}::boolean[]
    ) AS given (id, external_id, user_name, email, name, department, language, is_active)
    ON CONFLICT (id) DO UPDATE SET user_name = excluded.user_name, email = excluded.email, name = excluded.name,
      department = excluded.department, language = excluded.language, is_active = excluded.is_active, gone_at = NULL,
      user_id = CASE WHEN EXISTS (SELECT FROM directory_people o
        WHERE o.user_id = p.user_id AND o.id <> p.id AND o.gone_at IS NULL) THEN NULL ELSE p.user_id END,
      is_due = true, version = p.version + 1, updated_at = now()`.execute(tx);
}

/** @returns the ids of all groups by their names in the directory. */
async function writeGroups(
  db: Database,
  hold: Hold,
  directoryId: string,
  groups: readonly LdapGroup[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string | null; name: string; is_gone: boolean }>`
    SELECT id, external_id, name, gone_at IS NOT NULL AS is_gone FROM directory_groups
    WHERE directory_id = ${directoryId} ORDER BY gone_at NULLS LAST`.execute(db);
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  const ids = new Map<string, string>();
  const changed: { id: string; externalId: string; name: string }[] = [];
  for (const { dn, externalId, name } of groups) {
    const there = byExternalId.get(externalId);
    const id = there?.id ?? uuidv7();
    ids.set(dn, id);
    if (!there || there.is_gone || there.name !== name) changed.push({ id, externalId, name });
  }
  for (const part of parts(changed))
    await hold((tx) =>
      sql`INSERT INTO directory_groups AS g (id, directory_id, external_id, name)
        SELECT id, ${directoryId}, external_id, name FROM unnest(${part.map(({ id }) => id)}::uuid[],
          ${part.map(({ externalId }) => externalId)}::text[], ${part.map(({ name }) => name)}::text[])
          AS given (id, external_id, name)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, gone_at = NULL, version = g.version + 1, updated_at = now()`.execute(
        tx,
      ),
    );
  const kept = new Set(groups.map(({ externalId }) => externalId));
  const gone = rows.filter(({ external_id, is_gone }) => !is_gone && !kept.has(external_id ?? ""));
  for (const part of parts(gone))
    await hold(async (tx) => {
      const partIds = part.map(({ id }) => id);
      await makeDue(tx, await peopleWithin(tx, partIds));
      await sql`DELETE FROM directory_members
        WHERE group_id = ANY(${partIds}::uuid[]) OR child_id = ANY(${partIds}::uuid[])`.execute(tx);
      await sql`UPDATE directory_groups SET gone_at = now(), version = version + 1, updated_at = now()
        WHERE id = ANY(${partIds}::uuid[])`.execute(tx);
    });
  return ids;
}

/** Members are listed with the group, with the member, or with both. */
function membersOf(
  { people, groups }: LdapContent,
  personIds: ReadonlyMap<string, string>,
  groupIds: ReadonlyMap<string, string>,
): Map<string, Set<string>> {
  const members = new Map([...groupIds.values()].map((id) => [id, new Set<string>()]));
  const add = (groupDn: string, memberId: string | undefined) => {
    const groupId = groupIds.get(groupDn);
    if (groupId && memberId && groupId !== memberId) members.get(groupId)?.add(memberId);
  };
  for (const { dn, members: listed } of groups)
    for (const member of listed) add(dn, personIds.get(member) ?? groupIds.get(member));
  for (const { dn, memberOf } of people) for (const group of memberOf) add(group, personIds.get(dn));
  for (const { dn, memberOf } of groups) for (const group of memberOf) add(group, groupIds.get(dn));
  return members;
}

async function writeMembers(
  db: Database,
  hold: Hold,
  directoryId: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const { rows } = await sql<{ group_id: string; id: string }>`
    SELECT m.group_id, coalesce(m.person_id, m.child_id) AS id FROM directory_members m
    JOIN directory_groups g ON g.id = m.group_id WHERE g.directory_id = ${directoryId}`.execute(db);
  const current = Map.groupBy(rows, ({ group_id }) => group_id);
  for (const [groupId, ids] of wanted) {
    const before = new Set((current.get(groupId) ?? []).map(({ id }) => id));
    const add = [...ids].filter((id) => !before.has(id));
    const remove = [...before].filter((id) => !ids.has(id));
    if (add.length + remove.length === 0) continue;
    await hold(async (tx) => {
      const changed = await changeMembers(tx, groupId, { add, remove });
      await makeDue(tx, [...changed, ...(await peopleWithin(tx, changed))]);
    });
  }
}

function parts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, at) =>
    items.slice(at * atOnce, (at + 1) * atOnce),
  );
}

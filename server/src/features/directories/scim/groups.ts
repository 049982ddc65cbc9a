import type { PermissionPair } from "@atoll/contract/permissions";
import { uuidPattern } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { hasPower } from "../../administration/policy.ts";
import { followPeople } from "../people/follow.ts";
import { changeMembers, type GroupRow, makeDue, peopleWithin } from "../people/mirror.ts";
import { type Filter, parsePath } from "./filter.ts";
import { type Operation, readOperations } from "./patch.ts";
import { isObject, type Json, keyOf, type MemberRow, presentGroup } from "./resources.ts";
import { accessResource, assertRoom, assertVersion, knownMembers, type Writing } from "./users.ts";

/** A group that is written, and the queue for the accounts of those who are too many for one request. */
export interface GroupWriting extends Writing {
  followLater(): Promise<void>;
}

/** The accounts of so many people follow within the request, the others right after it. */
const followedAtOnce = 50;
/** Lists leave out the members when there are more. */
const maxListedMembers = 10_000;
/** The answer to a change leaves them out when there are more: directories change large groups a few people at a time. */
export const maxChangedMembers = 1000;
/** A group can have this many members. */
const maxMembers = 50_000;

const accessGroup = (db: Database, directoryId: string, id: string) =>
  accessResource<GroupRow>(db, "Groups", directoryId, id);

/** Groups as the directory reads them, with their members if these are asked for and not too many. */
export async function presentGroups(
  db: Database,
  rows: readonly GroupRow[],
  { base, hasMembers, max = maxListedMembers }: { base: string; hasMembers: boolean; max?: number },
): Promise<Json[]> {
  const ids = hasMembers ? rows.map(({ id }) => id) : [];
  const { rows: members } = await sql<MemberRow & { group_id: string }>`
    SELECT m.group_id, coalesce(p.id, g.id) AS id, coalesce(p.name, g.name) AS name, g.id IS NOT NULL AS is_group
    FROM directory_members m LEFT JOIN directory_people p ON p.id = m.person_id
      LEFT JOIN directory_groups g ON g.id = m.child_id
    WHERE m.group_id = ANY(${ids}::uuid[]) ORDER BY 2 LIMIT ${max + 1}`.execute(db);
  const isWhole = hasMembers && members.length <= max;
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return rows.map((row) => presentGroup(row, isWhole ? (byGroup.get(row.id) ?? []) : undefined, base));
}

/** One group, with its members if these are asked for and at most `max`. */
export async function presentOneGroup(
  db: Database,
  row: GroupRow,
  base: string,
  { hasMembers = true, max = maxMembers } = {},
): Promise<Json> {
  const [group] = await presentGroups(db, [row], { base, hasMembers, max });
  return group ?? {};
}

/** Adds a group, or brings back one that was removed, with what it gives. */
export async function createGroup(writing: GroupWriting, body: Json): Promise<GroupRow> {
  const { tx, directory } = writing;
  const facts = { name: nameIn(body), externalId: externalIn(body) };
  await assertFree(tx, directory.id, facts);
  const former = await findFormer(tx, directory.id, facts);
  const id = former?.id ?? uuidv7();
  if (former) {
    if (!former.is_certain) await dropPower(writing, id);
    await sql`UPDATE directory_groups SET gone_at = NULL, name = ${facts.name}, external_id = ${facts.externalId},
      version = version + 1, updated_at = now() WHERE id = ${id}`.execute(tx);
  } else {
    await assertRoom(tx, "Groups", directory.id);
    await tx
      .insertInto("directory_groups")
      .values({ id, directory_id: directory.id, external_id: facts.externalId, name: facts.name })
      .execute();
  }
  const members = body[keyOf(body, "members")];
  await writeMembers(writing, id, { add: idsIn(members ?? []), remove: [] });
  return accessGroup(tx, directory.id, id);
}

/**
 * Finds the removed group that a new one is. Names are not unique in directories, and often anyone may make a group, so
 * the name counts only where one of the two has no identifier.
 */
async function findFormer(
  tx: Database,
  directoryId: string,
  { name, externalId }: GroupFacts,
): Promise<{ id: string; is_certain: boolean } | undefined> {
  const { rows } = await sql<{ id: string; is_certain: boolean }>`
    SELECT id, coalesce(external_id = ${externalId}, false) AS is_certain FROM directory_groups
    WHERE directory_id = ${directoryId} AND gone_at IS NOT NULL
      AND (external_id = ${externalId} OR (lower(name) = lower(${name}) AND
        (external_id IS NULL OR ${externalId}::text IS NULL)))
    ORDER BY is_certain DESC, gone_at DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** Takes the roles with power from a group that came back by its name alone: a super administrator maps them again. */
async function dropPower({ tx, directory, address }: Writing, groupId: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; permissions: PermissionPair[] }>`
    SELECT dm.id, r.name, coalesce((SELECT json_agg(json_build_object('resource', p.resource,
      'action', p.action)) FROM role_permissions rp JOIN permissions p ON p.id = rp.permission_id
      WHERE rp.role_id = r.id), '[]') AS permissions
    FROM directory_mappings dm JOIN roles r ON r.id = dm.role_id WHERE dm.group_id = ${groupId}`.execute(tx);
  const dropped = rows.filter(({ name, permissions }) => hasPower({ roles: [{ name }], permissions }));
  if (dropped.length === 0) return;
  const ids = dropped.map(({ id }) => id);
  await sql`DELETE FROM directory_mappings WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`UPDATE directories SET version = version + 1 WHERE id = ${directory.id}`.execute(tx);
  await recordAct(tx, {
    ...{ action: "directory.mapped", actor: undefined, address },
    subject: { type: "directory", id: directory.id, name: directory.name },
    before: { roles: dropped.map(({ name }) => name), groupId },
  });
}

/** Replaces a group with its members. */
export async function replaceGroup(writing: GroupWriting, id: string, body: Json): Promise<GroupRow> {
  const { tx, directory } = writing;
  const row = await accessUnchanged(writing, id);
  await rename(writing, row, { name: nameIn(body), externalId: externalIn(body) });
  const members = body[keyOf(body, "members")];
  await writeMembers(writing, row.id, { add: idsIn(members ?? []), remove: "all" });
  return accessGroup(tx, directory.id, row.id);
}

/** Changes a group, in the order of the operations. */
export async function patchGroup(writing: GroupWriting, id: string, body: Json): Promise<GroupRow> {
  const { tx, directory } = writing;
  const row = await accessUnchanged(writing, id);
  const facts = { name: row.name, externalId: row.external_id };
  let members: { add: Set<string>; remove: Set<string> | "all" } = { add: new Set(), remove: new Set() };
  for (const { op, path, value } of readOperations(body)) {
    if (path !== undefined) applyAt(op, path, value);
    else if (isObject(value)) for (const [key, one] of Object.entries(value)) applyAt(op, key, one);
    else throw new AppError("scim_value_invalid", { figures: { name: "value" } });
  }
  await rename(writing, row, facts);
  const { add, remove } = members;
  await writeMembers(writing, row.id, { add: [...add], remove: remove === "all" ? "all" : [...remove] });
  return accessGroup(tx, directory.id, row.id);

  function applyAt(op: Operation["op"], path: string, value: unknown): void {
    const { attribute, filter } = parsePath(path);
    const name = attribute?.toLowerCase();
    if (name === "members") changeList(op, filter, value);
    else if (name === "displayname") facts.name = nameIn({ displayName: value });
    else if (name === "externalid")
      facts.externalId = externalIn({ externalId: op === "remove" ? null : value });
    // Okta sends the ID with a new name. Other attributes are not kept for groups.
    else if (name === "id" && value !== row.id) throw new AppError("scim_read_only");
  }

  function changeList(op: Operation["op"], filter: Filter | undefined, value: unknown): void {
    if (op === "replace" && !filter) members = { add: new Set(idsIn(value ?? [])), remove: "all" };
    else if (op === "remove") {
      const ids = filter ? idsOf(filter) : value === undefined || value === null ? undefined : idsIn(value);
      if (!ids) members = { add: new Set(), remove: "all" };
      else
        for (const one of ids) {
          members.add.delete(one);
          if (members.remove !== "all") members.remove.add(one);
        }
    } else
      for (const one of idsIn(value)) {
        members.add.add(one);
        if (members.remove !== "all") members.remove.delete(one);
      }
  }
}

/** Removes a group. Its people lose what it gave them. */
export async function deleteGroup(writing: GroupWriting, id: string): Promise<void> {
  const { tx } = writing;
  const row = await accessUnchanged(writing, id);
  const people = await peopleWithin(tx, [row.id]);
  await sql`DELETE FROM directory_members WHERE group_id = ${row.id} OR child_id = ${row.id}`.execute(tx);
  await sql`UPDATE directory_groups SET gone_at = now(), version = version + 1, updated_at = now()
    WHERE id = ${row.id}`.execute(tx);
  await follow(writing, people);
  // Nothing is left to remember of a group that gave nothing.
  await sql`DELETE FROM directory_groups g WHERE id = ${row.id}
    AND NOT EXISTS (SELECT FROM directory_mappings m WHERE m.group_id = g.id)`.execute(tx);
}

async function accessUnchanged({ tx, directory, ifMatch }: Writing, id: string): Promise<GroupRow> {
  const row = await accessGroup(tx, directory.id, id);
  assertVersion(row, ifMatch);
  return row;
}

interface GroupFacts {
  name: string;
  externalId: string | null;
}

async function rename({ tx, directory }: Writing, row: GroupRow, facts: GroupFacts): Promise<void> {
  if (facts.name === row.name && facts.externalId === row.external_id) return;
  await assertFree(tx, directory.id, facts, row.id);
  await sql`UPDATE directory_groups SET name = ${facts.name}, external_id = ${facts.externalId}, version = version + 1,
    updated_at = now() WHERE id = ${row.id}`.execute(tx);
}

/** Directories find their groups by name, so that two of one name would be one to them. */
async function assertFree(
  tx: Database,
  directoryId: string,
  { name, externalId }: GroupFacts,
  exceptId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{
    is_name: boolean;
  }>`SELECT lower(name) = lower(${name}) AS is_name FROM directory_groups
    WHERE directory_id = ${directoryId} AND gone_at IS NULL AND id IS DISTINCT FROM ${exceptId}::uuid
      AND (lower(name) = lower(${name}) OR external_id = ${externalId}) LIMIT 1`.execute(tx);
  const [there] = rows;
  if (there)
    throw new AppError("scim_taken", { figures: { name: there.is_name ? "displayName" : "externalId" } });
}

async function writeMembers(
  writing: GroupWriting,
  groupId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] | "all" },
): Promise<void> {
  const { tx, directory } = writing;
  const { people, groups } = await knownMembers(tx, directory.id, add);
  if (add.some((id) => !people.has(id) && !groups.has(id))) throw wrong("members");
  const changed = await changeMembers(tx, groupId, { add, remove });
  if (changed.length === 0) return;
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM directory_members
    WHERE group_id = ${groupId}`.execute(tx);
  if ((rows[0]?.count ?? 0) > maxMembers) throw wrong("members");
  await sql`UPDATE directory_groups SET version = version + 1, updated_at = now() WHERE id = ${groupId}`.execute(
    tx,
  );
  // A member that was taken out may be a group, too.
  await follow(writing, [...changed, ...(await peopleWithin(tx, changed))]);
}

/** Lets a few accounts follow now, and super administrators: the last one's removal has to be refused. */
async function follow(
  { tx, directory, address, followLater }: GroupWriting,
  changed: readonly string[],
): Promise<void> {
  await makeDue(tx, changed);
  if (directory.state !== "on") return;
  const { rows } = await sql<{ id: string; is_first: boolean }>`
    SELECT p.id, EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = p.user_id AND r.name = 'super_admin') AS is_first
    FROM directory_people p WHERE p.id = ANY(${[...changed]}::uuid[])`.execute(tx);
  const others = rows.filter(({ is_first }) => !is_first);
  const now = [...rows.filter(({ is_first }) => is_first), ...others.slice(0, followedAtOnce)];
  await followPeople(
    tx,
    directory,
    now.map(({ id }) => id),
    { address, isStrict: true },
  );
  if (others.length > followedAtOnce) await followLater();
}

function wrong(name: string): AppError {
  return new AppError("scim_value_invalid", { figures: { name } });
}

function nameIn(body: Json): string {
  const name = body[keyOf(body, "displayName")];
  if (typeof name !== "string" || name.trim() === "" || name.length > 300) throw wrong("displayName");
  return name.trim();
}

function externalIn(body: Json): string | null {
  const id = body[keyOf(body, "externalId")];
  if (id === undefined || id === null || id === "") return null;
  if (typeof id !== "string" || id.length > 300) throw wrong("externalId");
  return id;
}

/** The IDs of members, in lower case. */
function idsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((item: unknown) => {
    const id = isObject(item) ? item[keyOf(item, "value")] : item;
    if (typeof id !== "string" || !uuidPattern.test(id)) throw wrong("members");
    return id.toLowerCase();
  });
}

/** The IDs that `members[value eq "..."]` names. */
function idsOf(filter: Filter): string[] {
  if (filter.kind === "or") return [...idsOf(filter.left), ...idsOf(filter.right)];
  if (filter.kind !== "compare" || filter.attribute !== "value" || filter.operator !== "eq")
    throw new AppError("scim_path_invalid");
  return idsIn(filter.value);
}

import { accountEmailSchema, accountNameSchema } from "@atoll/contract/administration/schemas";
import { AppError } from "../../../platform/app-error.ts";
import type { GroupRow, PersonRow } from "../people/mirror.ts";
import { languageOf, type PersonFacts } from "../people/person-facts.ts";

export type Json = Record<string, unknown>;

export const coreUser = "urn:ietf:params:scim:schemas:core:2.0:User";
export const coreGroup = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const enterpriseUser = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The name of an attribute as the resource has it: names are compared in any case. */
export function keyOf(resource: Readonly<Json>, name: string): string {
  const wanted = name.toLowerCase();
  return Object.keys(resource).find((key) => key.toLowerCase() === wanted) ?? name;
}

const attributeOf = (resource: Readonly<Json>, name: string): unknown => resource[keyOf(resource, name)];

function textOf(resource: Readonly<Json>, name: string): string | undefined {
  const value = attributeOf(resource, name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

const maxResourceLength = 64 * 1024;
const maxAttributes = 200;
const maxValues = 500;
const maxNameLength = 1000;

/**
 * Rejects a body about a person that is larger than any real one, before work is done that grows faster than its size.
 * @throws {AppError} `scim_value_invalid`.
 */
export function assertModest(value: unknown, name = "the size of the resource"): void {
  if (Array.isArray(value)) {
    if (value.length > maxValues) throw wrong(name);
    for (const item of value) assertModest(item, name);
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length > maxAttributes) throw wrong(name);
    for (const [key, item] of entries) {
      if (key.length > maxNameLength) throw wrong(name);
      assertModest(item, key.slice(0, 100));
    }
  }
}

/**
 * Reads what Atoll uses of a user's resource. The rest is kept, and sent back as it came.
 * @param wasActive the state of a person whose resource does not say it: only a word of the directory lets them back in.
 * @throws {AppError} `scim_value_invalid` with the name of the attribute.
 */
export function readPerson(resource: Readonly<Json>, wasActive = true): PersonFacts {
  const userName = textOf(resource, "userName");
  if (!userName || userName.length > 320) throw wrong("userName");
  const externalId = textOf(resource, "externalId") ?? null;
  if (externalId && externalId.length > 300) throw wrong("externalId");
  const email = accountEmailSchema.safeParse(addressOf(resource) ?? userName);
  if (!email.success) throw wrong("emails");
  const enterprise = attributeOf(resource, enterpriseUser);
  const department = isObject(enterprise) ? (textOf(enterprise, "department") ?? null) : null;
  // Its own names are among those that every reader of a resource gets from the row.
  const kept = Object.fromEntries(Object.entries(resource).filter(([key]) => !unkept.has(key.toLowerCase())));
  if (JSON.stringify(kept).length > maxResourceLength) throw wrong("the size of the resource");
  return {
    external_id: externalId,
    user_name: userName,
    email: email.data,
    name: nameOf(resource) ?? email.data,
    department: department?.slice(0, 200) ?? null,
    language: languageOf(textOf(resource, "preferredLanguage") ?? textOf(resource, "locale")),
    is_active: isTrue(attributeOf(resource, "active") ?? wasActive),
    resource: kept,
  };
}

/** A password would be kept in the clear, and the others are Atoll's to say. */
const unkept = new Set(["password", "id", "meta", "groups", "schemas", "active"]);

function wrong(name: string): AppError {
  return new AppError("scim_value_invalid", { figures: { name } });
}

/** Entra ID sends booleans as texts. */
function isTrue(value: unknown): boolean {
  return typeof value === "string" ? value.toLowerCase() === "true" : value === true;
}

function addressOf(resource: Readonly<Json>): string | undefined {
  const list = attributeOf(resource, "emails");
  const emails = (Array.isArray(list) ? list : []).filter(isObject);
  const chosen =
    emails.find((email) => isTrue(email["primary"])) ??
    emails.find((email) => String(email["type"]).toLowerCase() === "work") ??
    emails[0];
  return chosen && textOf(chosen, "value");
}

function nameOf(resource: Readonly<Json>): string | undefined {
  const parts = attributeOf(resource, "name");
  const name = isObject(parts) ? parts : {};
  const both = [textOf(name, "givenName"), textOf(name, "familyName")].filter(Boolean).join(" ");
  for (const one of [textOf(resource, "displayName"), textOf(name, "formatted"), both]) {
    const parsed = accountNameSchema.safeParse(one);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** A user as the directory reads it. */
export function presentUser(
  row: PersonRow,
  groups: readonly { id: string; name: string }[],
  base: string,
): Json {
  return {
    schemas: [coreUser, ...(isObject(row.resource[enterpriseUser]) ? [enterpriseUser] : [])],
    id: row.id,
    ...row.resource,
    active: row.is_active,
    groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: metaOf("User", row, base),
  };
}

export interface MemberRow {
  id: string;
  name: string;
  is_group: boolean;
}

/** A group as the directory reads it. `members` are left out where they were not asked for. */
export function presentGroup(row: GroupRow, members: readonly MemberRow[] | undefined, base: string): Json {
  return {
    schemas: [coreGroup],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    ...(members && {
      members: members.map(({ id, name, is_group }) => ({
        value: id,
        display: name,
        type: is_group ? "Group" : "User",
        $ref: `${base}/${is_group ? "Groups" : "Users"}/${id}`,
      })),
    }),
    meta: metaOf("Group", row, base),
  };
}

export const etagOf = ({ version }: { version: number }): string => `W/"${version}"`;

function metaOf(resourceType: "User" | "Group", row: PersonRow | GroupRow, base: string): Json {
  return {
    resourceType,
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    version: etagOf(row),
    location: `${base}/${resourceType}s/${row.id}`,
  };
}

/** Leaves out what was not asked for. Parts of attributes, such as `name.givenName`, stand for the whole. */
export function choose(resource: Json, only: string | undefined, without: string | undefined): Json {
  const [wanted, unwanted] = [namesIn(only), namesIn(without)];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      if (name === "id" || name === "schemas") return true;
      return wanted.size > 0 ? wanted.has(name) : !unwanted.has(name);
    }),
  );
}

/** The names of attributes in a list, in lower case. */
export function namesIn(list: string | undefined): Set<string> {
  const names = (list ?? "").split(",").map((name) => name.trim().toLowerCase());
  return new Set(
    names
      .filter(Boolean)
      .map((name) => (name.startsWith("urn:") ? ofUrn(name) : (name.split(".")[0] ?? name))),
  );
}

/** `urn:...:User:department` stands for the extension, and `urn:...:core:2.0:User:name` for `name`. */
function ofUrn(name: string): string {
  const [core, extension] = [coreUser.toLowerCase(), enterpriseUser.toLowerCase()];
  if (name.startsWith(extension)) return extension;
  return name.startsWith(`${core}:`) ? (name.slice(core.length + 1).split(".")[0] ?? name) : name;
}

import { accountEmailSchema, accountNameSchema } from "@atoll/contract/administration/schemas";
import type { LdapSettings } from "@atoll/contract/directories/ldap-schemas";
import { type Client, type Entry, escapeFilter, NoSuchObjectError, type SearchOptions } from "ldapts";
import { languageOf, type PersonFacts } from "../people/person-facts.ts";

/** A person as the directory has them. */
export interface LdapPerson {
  /** For comparing: names in directories are the same in any case. */
  dn: string;
  facts: PersonFacts & { external_id: string };
  memberOf: readonly string[];
}

export interface LdapGroup {
  dn: string;
  externalId: string;
  name: string;
  memberOf: readonly string[];
  /** The names of people and groups in it. */
  members: readonly string[];
}

/** Everything that Atoll reads of a directory. */
export interface LdapContent {
  people: readonly LdapPerson[];
  groups: readonly LdapGroup[];
  /** The identifiers of people without an address or a user name. They have not left, and nothing changes for them. */
  unusableIds: readonly string[];
}

/** So that a wrong base does not fill the memory. */
const maxPeople = 100_000;
const maxGroups = 20_000;
const pageSize = 500;

/** The directory has more than Atoll reads, or says something that cannot be right. */
export class WrongContent extends Error {}

/** Reads the people and groups of a directory, a page at a time. */
export async function readLdap(client: Client, settings: LdapSettings): Promise<LdapContent> {
  const people: LdapPerson[] = [];
  const unusableIds: string[] = [];
  for await (const entry of entriesOf(
    client,
    settings,
    settings.peopleBase,
    settings.peopleFilter,
    maxPeople,
  )) {
    const person = personOf(entry, settings);
    if (person) people.push(person);
    else unusableIds.push(idOf(entry, settings.attributes.id) ?? "");
  }
  const groups: LdapGroup[] = [];
  if (settings.groupBase !== "")
    for await (const entry of entriesOf(
      client,
      settings,
      settings.groupBase,
      settings.groupFilter,
      maxGroups,
    )) {
      const group = groupOf(entry, settings);
      if (group) groups.push(group);
    }
  return { people, groups, unusableIds };
}

async function* entriesOf(
  client: Client,
  { attributes }: LdapSettings,
  base: string,
  filter: string,
  max: number,
): AsyncGenerator<Entry> {
  let count = 0;
  const options = {
    scope: "sub" as const,
    filter,
    timeLimit: 60,
    paged: { pageSize },
    ...wanted(attributes),
  };
  for await (const page of client.searchPaginated(base, options)) {
    count += page.searchEntries.length;
    if (count > max) throw new WrongContent(`There are more than ${max} entries below ${base}.`);
    yield* page.searchEntries;
  }
}

/** Attributes of Active Directory and OpenLDAP that say who may not sign in. */
const stateAttributes = ["userAccountControl", "nsAccountLock", "pwdAccountLockedTime"] as const;

function wanted(attributes: LdapSettings["attributes"]) {
  const names = [...new Set([...Object.values(attributes), "cn", "memberOf", ...stateAttributes])];
  // The identifier of Active Directory is bytes.
  return { attributes: names, explicitBufferAttributes: ["objectGUID"] };
}

/**
 * Finds the person with an address, or none if there are several: an address that is not one person's proves nothing.
 */
export async function findByEmail(
  client: Client,
  settings: LdapSettings,
  email: string,
): Promise<{ person: LdapPerson; dn: string } | undefined> {
  const name = settings.attributes.email;
  const filter = `(&${settings.peopleFilter}(${name}=${escapeFilter`${email}`}))`;
  const options = {
    scope: "sub" as const,
    filter,
    sizeLimit: 2,
    timeLimit: 10,
    ...wanted(settings.attributes),
  };
  const { searchEntries } = await client.search(settings.peopleBase, options);
  const [entry] = searchEntries;
  if (!entry || searchEntries.length > 1) return undefined;
  const person = personOf(entry, settings);
  return person?.facts.email === email ? { person, dn: entry.dn } : undefined;
}

/** Groups of one person that are looked up by their names. */
const maxNamed = 50;

/**
 * Finds the groups that a person is directly in. Like everything that is read at night, they are listed with the group,
 * with the person, or with both.
 * @returns them, and whether these are all.
 */
export async function findGroupsOf(
  client: Client,
  settings: LdapSettings,
  { dn, person }: { dn: string; person: LdapPerson },
): Promise<{ groups: LdapGroup[]; isWhole: boolean }> {
  const { attributes, groupBase, groupFilter } = settings;
  if (groupBase === "") return { groups: [], isWhole: true };
  const options = {
    ...{ timeLimit: 10, explicitBufferAttributes: ["objectGUID"] },
    attributes: [attributes.id, attributes.groupName, "cn"],
  };
  const filter = `(&${groupFilter}(${attributes.member}=${escapeFilter`${dn}`}))`;
  const { searchEntries } = await client.search(groupBase, { ...options, scope: "sub", filter });
  const known = new Set(searchEntries.map((entry) => plainDn(entry.dn)));
  const base = plainDn(groupBase);
  const named = person.memberOf.filter((name) => !known.has(name) && isBelow(name, base));
  for (const name of named.slice(0, maxNamed))
    searchEntries.push(...(await readEntry(client, name, { ...options, filter: groupFilter })));
  return {
    groups: searchEntries.flatMap((entry) => groupOf(entry, settings) ?? []),
    isWhole: named.length <= maxNamed,
  };
}

const isBelow = (dn: string, base: string) => dn === base || dn.endsWith(`,${base}`);

/** Reads the entry of a name, if there is one that the account may see and the filter lets through. */
async function readEntry(client: Client, dn: string, options: SearchOptions): Promise<Entry[]> {
  try {
    const { searchEntries } = await client.search(dn, { ...options, scope: "base" });
    return searchEntries.filter((entry) => plainDn(entry.dn) === dn);
  } catch (error) {
    if (error instanceof NoSuchObjectError) return [];
    throw error;
  }
}

/** Says how many entries are at a place, for the test of settings. Undefined: there is no such place. */
export async function countEntries(
  client: Client,
  settings: LdapSettings,
  of: "people" | "groups",
): Promise<number | undefined> {
  const [base, filter] =
    of === "people"
      ? [settings.peopleBase, settings.peopleFilter]
      : [settings.groupBase, settings.groupFilter];
  try {
    let count = 0;
    for await (const _entry of entriesOf(client, settings, base, filter, maxPeople)) count += 1;
    return count;
  } catch (error) {
    if (error instanceof NoSuchObjectError) return undefined;
    throw error;
  }
}

function personOf(entry: Entry, { attributes }: LdapSettings): LdapPerson | undefined {
  const email = accountEmailSchema.safeParse(textOf(entry, attributes.email));
  const userName = textOf(entry, attributes.userName);
  const externalId = idOf(entry, attributes.id);
  if (!email.success || !userName || userName.length > 320 || !externalId) return undefined;
  const name = [textOf(entry, attributes.name), textOf(entry, "cn")]
    .map((one) => accountNameSchema.safeParse(one).data)
    .find((one) => one !== undefined);
  return {
    dn: plainDn(entry.dn),
    memberOf: textsOf(entry, "memberOf").map(plainDn),
    facts: {
      ...{ external_id: externalId, user_name: userName, email: email.data, name: name ?? email.data },
      department: textOf(entry, attributes.department)?.slice(0, 200) ?? null,
      language: languageOf(textOf(entry, attributes.language)),
      is_active: isActive(entry),
      resource: {},
    },
  };
}

function groupOf(entry: Entry, { attributes }: LdapSettings): LdapGroup | undefined {
  const name = textOf(entry, attributes.groupName)?.slice(0, 300);
  const externalId = idOf(entry, attributes.id);
  if (!name || !externalId) return undefined;
  return {
    ...{ dn: plainDn(entry.dn), externalId, name },
    memberOf: textsOf(entry, "memberOf").map(plainDn),
    members: textsOf(entry, attributes.member).map(plainDn),
  };
}

/** Bit 2 of Active Directory's flags disables an account; OpenLDAP's time stands for a lock without an end. */
function isActive(entry: Entry): boolean {
  if ((Number(textOf(entry, "userAccountControl") ?? 0) & 2) !== 0) return false;
  if (textOf(entry, "nsAccountLock")?.toLowerCase() === "true") return false;
  return textOf(entry, "pwdAccountLockedTime") !== "000001010000Z";
}

/** The values of an attribute, whose name is the same in any case. */
function valuesOf(entry: Entry, name: string): (string | Buffer)[] {
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase());
  const value = key === undefined || key === "dn" ? [] : (entry[key] ?? []);
  return Array.isArray(value) ? value : [value];
}

function textsOf(entry: Entry, name: string): string[] {
  return valuesOf(entry, name).filter((value) => typeof value === "string");
}

/** Returns a value without characters that PostgreSQL cannot store; undefined if nothing is left. */
function textOf(entry: Entry, name: string): string | undefined {
  const text = textsOf(entry, name)[0]?.replaceAll("\0", "").toWellFormed().trim();
  return text === "" ? undefined : text;
}

function idOf(entry: Entry, name: string): string | undefined {
  const [value] = valuesOf(entry, name);
  if (value === undefined || value.length === 0 || value.length > 300) return undefined;
  return typeof value === "string" ? value : value.toString("hex");
}

/** Spaces around the signs of a name, and its case, mean nothing. */
function plainDn(dn: string): string {
  return dn.toLowerCase().replace(/ *([,=+]) */g, "$1");
}

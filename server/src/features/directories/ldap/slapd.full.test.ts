import { type LdapSettings, ldapPresets } from "@atoll/contract/directories/ldap-schemas";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Slapd, slapdBase, slapdReader, startSlapd } from "../../../../test/slapd.ts";
import { isPasswordOf, type LdapAccess, withLdap } from "./connect.ts";
import { findByEmail, findGroupsOf, readLdap } from "./read-ldap.ts";

// OpenLDAP itself, which this server's own double stands for in the everyday check.

const peopleCount = 1200;
const uid = (at: number) => `person${at}`;
const dnOf = (at: number) => `uid=${uid(at)},ou=people,${slapdBase}`;
const people = Array.from(
  { length: peopleCount },
  (_, at) => `dn: ${dnOf(at)}
objectClass: inetOrgPerson
uid: ${uid(at)}
cn: Person ${at}
sn: Number ${at}
displayName: Person Number ${at}
mail: ${uid(at)}@example.test
departmentNumber: Sales
userPassword: secret ${at}
`,
);
const groups = [
  `dn: cn=inner,ou=groups,${slapdBase}
objectClass: groupOfNames
cn: inner
member: ${dnOf(0)}
`,
  `dn: cn=outer,ou=groups,${slapdBase}
objectClass: groupOfNames
cn: outer
member: cn=inner, OU=Groups,${slapdBase}
member: ${dnOf(1)}
`,
];

let slapd: Slapd;
beforeAll(async () => {
  slapd = await startSlapd([...people, ...groups].join("\n"));
}, 60_000);
afterAll(() => slapd.close());

function access(more: Partial<LdapSettings> = {}, password = slapdReader.password) {
  const settings: LdapSettings = {
    ...ldapPresets.openldap,
    ...{ urls: [slapd.secureUrl], startTls: false, caCertificate: slapd.ca, bindDn: slapdReader.dn },
    ...{ peopleBase: `ou=people,${slapdBase}`, groupBase: `ou=groups,${slapdBase}` },
    ...{ maySignIn: true, leaverPercent: 10 },
    ...more,
  };
  return { settings, password, outbound: { privateHosts: [] } } satisfies LdapAccess;
}
const read = (more: Partial<LdapSettings> = {}, password?: string) => {
  const given = access(more, password);
  return withLdap(given, (client) => readLdap(client, given.settings));
};

test("OpenLDAP is read in pages over LDAPS, with the members of its groups", async () => {
  const content = await read();
  expect([content.people.length, content.unusableIds]).toEqual([peopleCount, []]);
  const first = content.people.find(({ facts }) => facts.user_name === uid(0));
  expect(first?.facts).toMatchObject({
    ...{ name: "Person Number 0", email: `${uid(0)}@example.test`, department: "Sales", is_active: true },
    external_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const [inner, outer] = ["inner", "outer"].map((name) =>
    content.groups.find((group) => group.name === name),
  );
  expect(inner?.members).toEqual([dnOf(0)]);
  expect(outer?.members).toEqual([inner?.dn, dnOf(1)]);
});

test("OpenLDAP is read over StartTLS, and never without it where it was asked for", async () => {
  expect((await read({ urls: [slapd.url], startTls: true })).people).toHaveLength(peopleCount);
  await expect(read({ urls: [slapd.url], startTls: true, caCertificate: "" })).rejects.toThrow(
    /certificate/i,
  );
});

test("OpenLDAP's certificate has to be of a trusted authority", async () => {
  await expect(read({ caCertificate: "" })).rejects.toThrow(/certificate/i);
});

test("OpenLDAP refuses wrong passwords, and an empty one is never asked about", async () => {
  await expect(read({}, "wrong")).rejects.toThrow();
  const given = access();
  expect(await isPasswordOf(given, dnOf(7), "secret 7")).toBe(true);
  expect(await isPasswordOf(given, dnOf(7), "secret 8")).toBe(false);
  expect(await isPasswordOf(given, dnOf(7), "")).toBe(false);
});

test("OpenLDAP finds one person and their groups, for exactly the address that was asked for", async () => {
  const given = access();
  const found = await withLdap(given, async (client) => {
    const one = await findByEmail(client, given.settings, `${uid(1)}@example.test`);
    // As if OpenLDAP listed groups with the person, too: also one that it does not have.
    const person = one && {
      ...one.person,
      memberOf: ["inner", "none"].map((name) => `cn=${name},ou=groups,${slapdBase}`),
    };
    return {
      one,
      any: await findByEmail(client, given.settings, "*@example.test"),
      groups: person ? await findGroupsOf(client, given.settings, { dn: dnOf(1), person }) : undefined,
    };
  });
  expect(found.one?.person.facts.user_name).toBe(uid(1));
  expect(found.any).toBeUndefined();
  expect(found.groups?.groups.map(({ name }) => name)).toEqual(["outer", "inner"]);
});

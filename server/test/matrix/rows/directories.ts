import { type LdapSettings, ldapPresets } from "@atoll/contract/directories/ldap-schemas";
import { directoryRoutes } from "@atoll/contract/directories/routes";
import { scimRoutes } from "@atoll/contract/directories/scim-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";

interface Things {
  directoryId: string;
  personId: string;
}

type Input = CaseInput<Things>;

/** Writes a directory that has been started, with a person who is not linked to an account. */
async function newDirectory(world: World, state: "on" | "trial" = "on", isGone = true): Promise<Things> {
  const [directoryId, personId] = [uuidv7(), uuidv7()];
  await sql`INSERT INTO directories (id, name, kind, state) VALUES (${directoryId}, 'Company', 'scim', ${state})`.execute(
    world.db,
  );
  // Accounts do not follow a person who is gone, so that no background job writes while the refusals of other rows are watched.
  await sql`INSERT INTO directory_people (id, directory_id, user_name, email, name, is_active, resource, is_due, gone_at)
    VALUES (${personId}, ${directoryId}, 'ada', ${`${personId}@example.test`}, ${`Ada ${personId}`}, false, '{}',
      false, ${isGone ? new Date() : null})`.execute(world.db);
  return { directoryId, personId };
}

/** A port at which nothing answers. */
const ldapSettings: LdapSettings = {
  ...ldapPresets.openldap,
  ...{ urls: ["ldap://127.0.0.1:9"], startTls: false, caCertificate: "", bindDn: "" },
  ...{ peopleBase: "ou=people", groupBase: "", maySignIn: false, leaverPercent: 10 },
};

async function newLdap(world: World, settings: object = {}) {
  const directoryId = uuidv7();
  // As if it were being read, so that a run that is asked for writes nothing while other rows are judged.
  await sql`INSERT INTO directories (id, name, kind, settings, running_since)
    VALUES (${directoryId}, 'Company', 'ldap', ${JSON.stringify(settings)}, now())`.execute(world.db);
  return { params: { directoryId } };
}

const ofSpare = async ({ world, spare }: Input) => {
  const { directoryId } = await spare("a directory", () => newDirectory(world));
  return { params: { directoryId } };
};
/** One whose changes queue no work. */
const ofTrial = async ({ world, spare }: Input) => {
  const { directoryId } = await spare("a directory on trial", () => newDirectory(world, "trial"));
  return { params: { directoryId } };
};
/** The person of `newDirectory`, as the list shows them. */
const seenPerson = ({ personId }: Things) => ({
  ...{ version: 1, email: `${personId}@example.test`, problem: null, userId: null },
});
const ofThings = ({ things }: Input) => ({ params: { directoryId: things.directoryId } });
const missing = {
  request: () => ({ params: { directoryId: uuidv7() } }),
  expect: only(superAdmins, "directory_not_found"),
};
const listing = {
  started: { request: (input: Input) => ({ ...ofThings(input), query: {} }), expect: only(superAdmins) },
  missing: {
    request: () => ({ params: { directoryId: uuidv7() }, query: {} }),
    expect: only(superAdmins, "directory_not_found"),
  },
};
const reading = { started: { request: ofThings, expect: only(superAdmins) }, missing };

export const directorySlice = defineSlice({
  name: "directories",
  routes: directoryRoutes,
  eventNames: {},
  furnish: newDirectory,
  rows: {
    listDirectories: { all: { request: () => ({}), expect: only(superAdmins) } },
    createDirectory: {
      new: {
        request: () => ({ body: { id: uuidv7(), name: "Company", kind: "scim" as const } }),
        expect: only(superAdmins),
      },
      malformed: {
        request: () => ({ body: { id: uuidv7(), name: " ", kind: "scim" as const } }),
        expect: signedIn("invalid_request"),
      },
    },
    changeDirectory: {
      started: {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { version: 1, name: "People" },
        }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ params: { directoryId: uuidv7() }, body: { version: 1 } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    renewDirectorySecret: { started: { request: ofSpare, expect: only(superAdmins) }, missing },
    deleteDirectory: { started: { request: ofSpare, expect: only(superAdmins) }, missing },
    planDirectory: reading,
    startDirectory: {
      started: {
        request: async (input: Input) => ({ ...(await ofSpare(input)), body: { version: 1 } }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ params: { directoryId: uuidv7() }, body: { version: 1 } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    letLeave: {
      "many at once": {
        request: async ({ world, spare }: Input) => {
          const params = await spare("a directory with leavers", () => newDirectory(world));
          await sql`UPDATE directories SET leavers = 3 WHERE id = ${params.directoryId}`.execute(world.db);
          return { params: { directoryId: params.directoryId }, body: { leavers: 3 } };
        },
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ params: { directoryId: uuidv7() }, body: { leavers: 3 } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    listDirectoryGroups: listing,
    getMappings: reading,
    setMappings: {
      started: {
        request: async (input: Input) => ({
          ...(await ofTrial(input)),
          body: {
            version: 1,
            mappings: [
              {
                ...{ groupId: null, departmentValue: "Sales", departmentId: null },
                roleId: input.world.roleIds["user"] ?? "",
              },
            ],
          },
        }),
        expect: only(superAdmins),
      },
      "to the role pending": {
        request: async (input: Input) => ({
          ...(await ofTrial(input)),
          body: {
            version: 1,
            mappings: [
              {
                ...{ groupId: null, departmentValue: "Sales", departmentId: null },
                roleId: input.world.roleIds["pending"] ?? "",
              },
            ],
          },
        }),
        expect: only(superAdmins, "role_not_found"),
      },
    },
    listDirectoryPeople: listing,
    confirmDirectoryPerson: {
      started: {
        request: async ({ world, spare }: Input) => {
          const params = await spare("a person", () => newDirectory(world, "on", false));
          return { params, body: seenPerson(params) };
        },
        expect: only(superAdmins),
      },
      "of another directory": {
        request: async ({ world, spare, things }: Input) => {
          const { personId } = await spare("a person elsewhere", () => newDirectory(world));
          const params = { directoryId: things.directoryId, personId };
          return { params, body: seenPerson(params) };
        },
        expect: only(superAdmins, "directory_person_not_found"),
      },
    },
    listDirectoryEvents: listing,
    // Reading by LDAP is tested with a server.
    getLdapSettings: { "by SCIM": { request: ofThings, expect: only(superAdmins, "directory_not_found") } },
    setLdapSettings: {
      "by SCIM": {
        request: (input: Input) => ({ ...ofThings(input), body: { version: 1, settings: ldapSettings } }),
        expect: only(superAdmins, "directory_not_found"),
      },
      "by LDAP": {
        request: async ({ world, spare }: Input) => ({
          ...(await spare("a directory for LDAP", () => newLdap(world))),
          body: { version: 1, settings: ldapSettings },
        }),
        expect: only(superAdmins),
      },
    },
    testLdap: {
      "by SCIM": {
        request: (input: Input) => ({ ...ofThings(input), body: { settings: ldapSettings } }),
        expect: only(superAdmins, "directory_not_found"),
      },
      "by LDAP": {
        request: async ({ world, spare }: Input) => ({
          ...(await spare("a directory for LDAP", () => newLdap(world))),
          body: { settings: ldapSettings },
        }),
        expect: only(superAdmins),
      },
    },
    runDirectory: {
      "by LDAP": {
        request: async ({ world, spare }: Input) => ({
          ...(await spare("a directory for LDAP", () => newLdap(world, ldapSettings))),
          body: {},
        }),
        expect: only(superAdmins),
      },
      "without settings": {
        request: async ({ world, spare }: Input) => ({
          ...(await spare("an empty directory for LDAP", () => newLdap(world))),
          body: {},
        }),
        expect: only(superAdmins, "ldap_not_set"),
      },
    },
  },
  events: {},
});

/** Only the secret of a directory opens these; no session of a person does. */
const closed = { "without a secret": { request: () => ({}), expect: everyone("scim_secret_wrong") } };
const closedList = {
  "without a secret": { request: () => ({ query: {} }), expect: everyone("scim_secret_wrong") },
};
const closedOne = {
  "without a secret": {
    request: () => ({ params: { id: uuidv7() }, query: {} }),
    expect: everyone("scim_secret_wrong"),
  },
};
const closedFor = () => ({
  "without a secret": {
    request: () => ({ params: { id: uuidv7() } }),
    expect: everyone("scim_secret_wrong"),
  },
});

export const scimSlice = defineSlice({
  name: "scim",
  routes: scimRoutes,
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    getScimConfig: closed,
    listScimTypes: closed,
    getScimType: closedFor(),
    listScimSchemas: closed,
    getScimSchema: closedFor(),
    listScimUsers: closedList,
    createScimUser: closed,
    getScimUser: closedOne,
    replaceScimUser: closedFor(),
    patchScimUser: closedFor(),
    deleteScimUser: closedFor(),
    listScimGroups: closedList,
    createScimGroup: closed,
    getScimGroup: closedOne,
    replaceScimGroup: closedFor(),
    patchScimGroup: closedFor(),
    deleteScimGroup: closedFor(),
  },
  events: {},
});

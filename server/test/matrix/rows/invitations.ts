import { createHash, randomBytes } from "node:crypto";
import { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createChannel } from "../../factories.ts";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, type Input, managers, only, superAdmins } from "./administration-targets.ts";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
const newAddress = () => `${uuidv7()}@example.test`;
const invite = (body: { roleIds?: string[]; departmentIds?: string[]; channelIds?: string[] } = {}) => ({
  body: { list: newAddress(), isDryRun: false, ...body },
});
const role = ({ world }: Input, name: string) => [world.roleIds[name] ?? name];

interface NewInvitation {
  id: string;
  token: string;
}

async function newInvitation(
  { db, actors, roleIds }: World,
  wanted: { role?: string; by?: { id: string } } = {},
): Promise<NewInvitation> {
  const [id, token] = [uuidv7(), randomBytes(32).toString("base64url")];
  await sql`INSERT INTO invitations (id, email, role_ids, invited_by, expires_at)
    VALUES (${id}, ${newAddress()}, ${[roleIds[wanted.role ?? "user"]]}::uuid[],
      ${(wanted.by ?? actors.superAdmin).id}, now() + interval '7 days')`.execute(db);
  const hash = createHash("sha256").update(token).digest();
  await sql`INSERT INTO invitation_links (token_hash, invitation_id) VALUES (${hash}, ${id})`.execute(db);
  return { id, token };
}

function invitationStates<Call>(call: (invitationId: string) => Call) {
  return {
    open: {
      request: async ({ world, spare }: Input) =>
        call((await spare("an invitation", () => newInvitation(world))).id),
      expect: only(managers),
    },
    missing: { request: () => call(uuidv7()), expect: only(managers, "invitation_not_found") },
    malformed: { request: () => call("the last"), expect: signedIn("invalid_request") },
  };
}

export const invitationSlice = defineSlice({
  name: "invitations",
  routes: invitationRoutes,
  eventNames: {},
  async furnish({ db, secrets, actors }) {
    const email = `${secrets.hide("an invited address", managers)}@example.test`;
    await sql`INSERT INTO invitations (email, invited_by, expires_at)
      VALUES (${email}, ${actors.superAdmin.id}, now() + interval '7 days')`.execute(db);
    return {};
  },
  rows: {
    invitePeople: {
      "an address": { request: () => invite(), expect: only(managers) },
      "on trial": {
        request: () => ({ body: { list: "one@example.test\nnot an address", isDryRun: true } }),
        expect: only(managers),
      },
      "with a role": {
        request: (input) => invite({ roleIds: role(input, "visitor") }),
        expect: only(admins),
      },
      "as super admin": {
        request: (input) => invite({ roleIds: role(input, "super_admin") }),
        expect: only(superAdmins),
      },
      "as pending": {
        request: (input) => invite({ roleIds: role(input, "pending") }),
        expect: only(managers, "role_not_found"),
      },
      "in a department that is gone": {
        request: () => invite({ departmentIds: [uuidv7()] }),
        expect: only(managers, "department_not_found"),
      },
      "in a channel that is gone": {
        request: () => invite({ channelIds: [uuidv7()] }),
        expect: only(managers, "channel_not_found"),
      },
      "a guest": {
        request: async ({ world, spare }) => {
          const channel = await spare("a public channel", () =>
            createChannel(world.db, { type: "PUBLIC", members: [] }),
          );
          return {
            body: { list: newAddress(), isDryRun: false, channelIds: [channel.id], guestUntil: inDays(30) },
          };
        },
        expect: only(admins),
      },
      "a guest for too long": {
        request: () => ({ body: { list: newAddress(), isDryRun: false, guestUntil: inDays(400) } }),
        expect: only(admins, "guest_end_not_possible"),
      },
      nobody: {
        request: () => ({ body: { list: "", isDryRun: false } }),
        expect: signedIn("invalid_request"),
      },
    },
    listInvitations: {
      all: { request: () => ({ query: { limit: 100 } }), expect: only(managers) },
      "those that are open": {
        request: () => ({ query: { state: "link" as const, search: "example" } }),
        expect: only(managers),
      },
      "beyond the limit": { request: () => ({ query: { limit: 101 } }), expect: signedIn("invalid_request") },
    },
    renewInvitation: {
      ...invitationStates((invitationId) => ({ params: { invitationId }, body: { by: "link" as const } })),
      "with a role beyond the inviter's": {
        request: async ({ world, spare }) => {
          const { id } = await spare("an admin's invitation", () => newInvitation(world, { role: "admin" }));
          return { params: { invitationId: id }, body: { by: "link" as const } };
        },
        expect: only(superAdmins),
      },
      "by mail, while mail is off": {
        request: async ({ world, spare }) => {
          const { id } = await spare("an invitation", () => newInvitation(world));
          return { params: { invitationId: id }, body: { by: "mail" as const } };
        },
        expect: only(managers, "mail_off"),
      },
    },
    withdrawInvitation: invitationStates((invitationId) => ({ params: { invitationId } })),
  },
  events: {},
});

const password = "seven pelicans on a pier";
const unknown = { token: randomBytes(32).toString("base64url") };

/** Each page of a link is for everyone who has the link. */
export const joiningSlice = defineSlice({
  name: "joining",
  routes: joiningRoutes,
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    readInvitation: {
      open: {
        request: async ({ world, spare }) => {
          const { token } = await spare("an invitation", () => newInvitation(world));
          return { body: { token } };
        },
        expect: everyone("ok"),
      },
      unknown: { request: () => ({ body: unknown }), expect: everyone("link_not_valid") },
    },
    acceptInvitation: {
      open: {
        request: async ({ world, spare }) => {
          const { token } = await spare("an invitation", () => newInvitation(world));
          return { body: { token, password, name: "New colleague" } };
        },
        expect: everyone("ok"),
        answersToken: true,
      },
      unknown: {
        request: () => ({ body: { ...unknown, password, name: "New colleague" } }),
        expect: everyone("link_not_valid"),
      },
      "with a password that everybody guesses": {
        request: async ({ world, spare }) => {
          const { token } = await spare("another invitation", () => newInvitation(world));
          return { body: { token, password: "1234567890", name: "New colleague" } };
        },
        expect: everyone("password_too_common"),
      },
      "by someone who may no longer invite": {
        request: async ({ world, spare }) => {
          const by = world.actors.stranger;
          const { token } = await spare("a stranger's invitation", () => newInvitation(world, { by }));
          return { body: { token, password, name: "New colleague" } };
        },
        expect: everyone("invitation_refused"),
        // Administrators see why.
        records: ["invitations", "audit_log"],
      },
    },
    requestPasswordReset: {
      "while mail is off": {
        request: ({ actor }) => ({ body: { email: actor.email } }),
        expect: everyone("mail_off"),
        lacksOutside: true,
      },
    },
    checkPasswordReset: {
      "a mailed link": {
        request: async ({ world, spare }) => ({
          body: { token: await spare("a link to read", () => newResetLink(world)) },
        }),
        expect: everyone("ok"),
      },
      unknown: { request: () => ({ body: unknown }), expect: everyone("link_not_valid") },
    },
    resetPassword: {
      "a mailed link": {
        request: async ({ world, spare }) => {
          const token = await spare("a link", () => newResetLink(world));
          return { body: { token, password } };
        },
        expect: everyone("ok"),
      },
      unknown: { request: () => ({ body: { ...unknown, password } }), expect: everyone("link_not_valid") },
      "with a password that everybody guesses": {
        request: async ({ world, spare }) => {
          const token = await spare("another link", () => newResetLink(world));
          return { body: { token, password: "1234567890" } };
        },
        expect: everyone("password_too_common"),
      },
    },
  },
  events: {},
});

async function newResetLink(world: World): Promise<string> {
  const { id, email } = await world.newPerson();
  const token = randomBytes(32).toString("base64url");
  await sql`INSERT INTO password_resets (user_id, email, mail_id, expires_at, token_hash)
    VALUES (${id}, ${email}, ${uuidv7()}, now() + interval '1 hour',
      ${createHash("sha256").update(token).digest()})`.execute(world.db);
  return token;
}

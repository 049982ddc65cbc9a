import { passkeyRoutes } from "@atoll/contract/identity/passkey-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createPasskeyDevice } from "../../passkey-device.ts";
import { type Actor, admittedNames } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { openDuringSetup } from "./identity.ts";

type Input = CaseInput<unknown>;

const counted = ["sign_in_failures", "audit_log"];
const rightPassword = ({ actor }: Input) => ({ currentPassword: actor.password });
const wrongPassword = { currentPassword: "not this one" };

/** Gives the actor a passkey, if the actor has an account; else somebody else. */
async function passkeyOf(world: World, actor?: Actor): Promise<{ passkeyId: string }> {
  const hasAccount = actor && admittedNames.some((name) => name === actor.name);
  const owner = hasAccount ? actor : await world.newPerson();
  const passkeyId = uuidv7();
  await sql`INSERT INTO passkeys
      (id, user_id, site, credential_id, public_key, signature_count, transports, is_synced, name)
    VALUES (${passkeyId}, ${owner.id}, 'localhost', ${passkeyId}, '', 0, '{}', false, 'Phone')`.execute(
    world.db,
  );
  return { passkeyId };
}

/** A passkey that the actor's device has made, for a challenge of theirs. */
async function madeBy(world: World, actor: Actor) {
  const challenge = uuidv7();
  const isAdmitted = admittedNames.some((name) => name === actor.name);
  await sql`INSERT INTO passkey_challenges (challenge, user_id, expires_at)
    VALUES (${challenge}, ${isAdmitted ? actor.id : null}, now() + interval '5 minutes')`.execute(world.db);
  return { name: "Phone", passkey: createPasskeyDevice().make({ challenge }) };
}

export const passkeysSlice = defineSlice<typeof passkeyRoutes, never, unknown>({
  name: "passkeys",
  routes: passkeyRoutes,
  eventNames: {},
  furnish: async (world) => passkeyOf(world),
  rows: {
    startPasskeySignIn: { "as it is": { request: () => ({}), expect: everyone("ok") } },
    listPasskeys: { "as it is": { request: () => ({}), expect: openDuringSetup("ok") } },
    startPasskey: {
      "the right password": {
        request: (input) => ({ body: rightPassword(input) }),
        expect: openDuringSetup("ok"),
      },
      "a wrong password": {
        request: () => ({ body: wrongPassword }),
        expect: openDuringSetup("current_password_wrong"),
        records: counted,
      },
    },
    addPasskey: {
      "made for an own challenge": {
        request: async ({ world, actor }) => ({ body: await madeBy(world, actor) }),
        expect: openDuringSetup("ok"),
        spendsActor: true,
      },
      "made for a challenge that nobody gave": {
        request: () => ({
          body: { name: "Phone", passkey: createPasskeyDevice().make({ challenge: "none" }) },
        }),
        expect: openDuringSetup("passkey_failed"),
      },
      malformed: {
        request: () => ({ body: { name: "", passkey: createPasskeyDevice().make({ challenge: "none" }) } }),
        expect: openDuringSetup("invalid_request"),
      },
    },
    renamePasskey: {
      "one's own": {
        request: async ({ world, actor }) => ({
          params: await passkeyOf(world, actor),
          body: { name: "Old phone" },
        }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "a colleague's": {
        request: async ({ world }) => ({ params: await passkeyOf(world), body: { name: "Mine" } }),
        expect: signedIn("passkey_not_found"),
      },
    },
    removePasskey: {
      "one's own": {
        request: async (input) => ({
          params: await passkeyOf(input.world, input.actor),
          body: rightPassword(input),
        }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "a colleague's": {
        request: async (input) => ({ params: await passkeyOf(input.world), body: rightPassword(input) }),
        expect: signedIn("passkey_not_found"),
        records: counted,
      },
      "a wrong password": {
        // A colleague's: with one of their own, the actors would have it in what follows.
        request: async ({ world }) => ({ params: await passkeyOf(world), body: wrongPassword }),
        expect: signedIn("current_password_wrong"),
        records: counted,
      },
    },
    requirePasskey: {
      "without a passkey": {
        request: (input) => ({ body: { ...rightPassword(input), isRequired: true } }),
        expect: signedIn("passkey_missing"),
        records: counted,
      },
      "with a passkey": {
        request: async (input) => {
          await passkeyOf(input.world, input.actor);
          return { body: { ...rightPassword(input), isRequired: true } };
        },
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "a wrong password": {
        request: () => ({ body: { ...wrongPassword, isRequired: false } }),
        expect: signedIn("current_password_wrong"),
        records: counted,
      },
    },
  },
  events: {},
});

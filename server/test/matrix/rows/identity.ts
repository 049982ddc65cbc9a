import { randomBytes } from "node:crypto";
import { identityEvents } from "@atoll/contract/identity/events";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createPasskeyDevice } from "../../passkey-device.ts";
import { type Expectations, everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import {
  anotherSession,
  begin,
  furnish,
  newNotice,
  overAgeRefreshToken,
  usedRefreshToken,
} from "./identity-things.ts";

/** Open to who has to set up a second factor first, but not to who has to choose a password before that. */
export const openDuringSetup = (
  rest: Parameters<typeof signedIn>[0],
  exceptions: Partial<Expectations> = {},
) => signedIn(rest, { mustSetUp: rest, mustChoose: "new_password_required", ...exceptions });
/** Open to both. */
const openBeforeAll = (rest: Parameters<typeof signedIn>[0]) => openDuringSetup(rest, { mustChoose: rest });

/** The state of an account is revealed only to a person who has proved to be its owner. */
const ownersNews: Partial<Expectations> = {
  disabled: "account_disabled",
  unconfirmed: "email_not_confirmed",
  pending: "account_pending",
};

type Input = CaseInput<unknown>;

const passwordGrant = { grant_type: "password" } as const;
const refreshGrant = { grant_type: "refresh_token" } as const;
/** A wrong proof is counted, and told to who reads the audit log. */
const counted = ["sign_in_failures", "audit_log"];
const rightPassword = ({ actor }: Input) => ({ body: { currentPassword: actor.password } });
const wrongPassword = () => ({ body: { currentPassword: "not this one" } });

export const identitySlice = defineSlice({
  name: "identity",
  routes: identityRoutes,
  eventNames: identityEvents,
  furnish,
  rows: {
    createToken: {
      "one's own password": {
        request: ({ actor }) => ({
          query: passwordGrant,
          body: { email: actor.email, password: actor.password },
        }),
        expect: { ...everyone("ok"), ...ownersNews, removed: "invalid_credentials" },
        records: counted,
        answersToken: true,
      },
      "a wrong password": {
        request: ({ actor }) => ({ query: passwordGrant, body: { email: actor.email, password: "guess" } }),
        expect: everyone("invalid_credentials"),
        records: counted,
      },
      "a passkey that nobody has": {
        request: () => ({
          query: { grant_type: "passkey" } as const,
          body: { passkey: createPasskeyDevice().sign({ challenge: "none" }) },
        }),
        expect: everyone("passkey_failed"),
      },
      "an address that nobody has": {
        request: () => ({
          query: passwordGrant,
          body: { email: `${uuidv7()}@example.test`, password: "guess" },
        }),
        expect: everyone("invalid_credentials"),
        records: counted,
      },
      "no password": {
        request: ({ actor }) => ({ query: passwordGrant, body: { email: actor.email } }),
        expect: everyone("invalid_request"),
      },
      "one's own refresh token": {
        request: ({ actor }) => ({ query: refreshGrant, body: { refreshToken: actor.refreshToken } }),
        expect: {
          ...everyone("ok"),
          ...ownersNews,
          ended: "session_expired",
          removed: "session_expired",
        },
        spendsActor: true,
        answersToken: true,
      },
      "a refresh token that nobody has": {
        request: () => ({
          query: refreshGrant,
          body: { refreshToken: randomBytes(32).toString("base64url") },
        }),
        expect: everyone("session_expired"),
      },
      "a colleague's refresh token, used before": {
        request: async ({ world, spare }) => ({
          query: refreshGrant,
          body: { refreshToken: await spare("a used refresh token", () => usedRefreshToken(world)) },
        }),
        expect: everyone("session_expired"),
        // It ends the session, and says so.
        records: ["sessions", "audit_log"],
      },
      "the refresh token of a session that has reached its longest time": {
        request: async ({ world }) => ({
          query: refreshGrant,
          body: { refreshToken: await overAgeRefreshToken(world) },
        }),
        expect: everyone("session_over_age"),
        // It ends the session, so that open pages hear of it.
        records: ["sessions"],
      },
      "no company sign-on": {
        request: () => ({ query: { grant_type: "single_sign_on" as const }, body: {} }),
        expect: everyone("single_sign_on_off"),
      },
    },
    startSingleSignOn: {
      "not set up": { request: () => ({ query: {} }), expect: everyone("single_sign_on_off") },
      "another site": {
        request: () => ({ query: { origin: "//elsewhere.example" } }),
        expect: everyone("invalid_request"),
      },
    },
    finishSingleSignOn: {
      "not set up": {
        request: () => ({ query: { code: "x", state: "x" } }),
        expect: everyone("single_sign_on_off"),
      },
    },
    endSessionsByProvider: {
      "not set up": { request: () => ({}), expect: everyone("single_sign_on_off") },
    },
    getCurrentUser: { "as it is": { request: () => ({}), expect: openBeforeAll("ok") } },
    updateCurrentUser: {
      name: {
        request: () => ({ body: { name: "Another name" } }),
        expect: signedIn("ok"),
        spendsActor: true,
      },
      password: {
        request: ({ actor }) => ({
          body: { currentPassword: actor.password, password: "seven pelicans on a pier" },
        }),
        expect: signedIn("ok", { mustChoose: "ok" }),
        spendsActor: true,
      },
      "with a wrong current password": {
        request: () => ({ body: { currentPassword: "guess", password: "seven pelicans on a pier" } }),
        expect: signedIn("current_password_wrong", { mustChoose: "current_password_wrong" }),
        records: counted,
      },
      "a password that everybody guesses": {
        request: ({ actor }) => ({ body: { currentPassword: actor.password, password: "1234567890" } }),
        expect: signedIn("password_too_common", { mustChoose: "password_too_common" }),
        records: counted,
      },
      "without the current password": {
        request: () => ({ body: { password: "seven pelicans on a pier" } }),
        expect: signedIn("invalid_request", { mustChoose: "invalid_request" }),
      },
    },
    endSession: { "this one": { request: () => ({}), expect: openBeforeAll("ok"), spendsActor: true } },
    listSessions: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    endSessions: { "one's own": { request: () => ({}), expect: openBeforeAll("ok"), spendsActor: true } },
    endOneSession: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { sessionId: await spare("a session", () => anotherSession(world, actor)) },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async ({ world, spare }) => ({
          params: { sessionId: await spare("a colleague's session", () => anotherSession(world)) },
        }),
        expect: signedIn("session_not_found"),
      },
      ended: {
        request: ({ world }) => ({ params: { sessionId: world.actors.ended.sessionId } }),
        expect: signedIn("session_not_found"),
      },
      missing: {
        request: () => ({ params: { sessionId: uuidv7() } }),
        expect: signedIn("session_not_found"),
      },
      malformed: {
        request: () => ({ params: { sessionId: "this" } }),
        expect: signedIn("invalid_request"),
      },
    },
    dismissNotice: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          params: { noticeId: await spare("a notice", () => newNotice(world, actor)) },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: async ({ world }) => ({ params: { noticeId: await newNotice(world) } }),
        expect: signedIn("ok"),
      },
      malformed: {
        request: () => ({ params: { noticeId: "this" } }),
        expect: signedIn("invalid_request"),
      },
    },
    startSecondFactor: {
      "none yet": { request: rightPassword, expect: openDuringSetup("ok"), spendsActor: true },
      "a wrong password": {
        request: wrongPassword,
        expect: openDuringSetup("current_password_wrong"),
        records: counted,
      },
      "no password": {
        request: () => ({ body: {} as { currentPassword: string } }),
        expect: openDuringSetup("invalid_request"),
      },
    },
    confirmSecondFactor: {
      started: {
        request: async ({ world, actor }) => ({ body: { code: await begin(world, actor) } }),
        expect: openDuringSetup("ok"),
        spendsActor: true,
      },
      "not started": {
        request: () => ({ body: { code: "123456" } }),
        expect: openDuringSetup("second_factor_off"),
      },
      malformed: { request: () => ({ body: { code: "12" } }), expect: openDuringSetup("invalid_request") },
    },
    removeSecondFactor: {
      "set up": {
        request: async (input) => {
          const code = await begin(input.world, input.actor, "now()");
          return { body: { ...rightPassword(input).body, code } };
        },
        expect: signedIn("ok"),
        spendsActor: true,
      },
      "none set up": {
        request: (input) => ({ body: { ...rightPassword(input).body, code: "123456" } }),
        expect: signedIn("second_factor_off"),
        records: counted,
      },
      "a wrong password": {
        request: () => ({ body: { ...wrongPassword().body, code: "123456" } }),
        expect: signedIn("current_password_wrong"),
        records: counted,
      },
      "no code": {
        request: (input) => rightPassword(input) as { body: { currentPassword: string; code: string } },
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "session.ended": {
      change: async ({ world, listeners }) => {
        const path = `/api/auth/sessions/${listeners.member.sessionId}`;
        const answer = await world.send(world.actors.member, "DELETE", path);
        if (answer.status !== 204) throw new Error(JSON.stringify(answer.body));
      },
      receivers: ["member"],
    },
    "viewer.changed": {
      change: async ({ world, listeners }) => {
        await sql`INSERT INTO user_departments (user_id, department_id)
          SELECT ${listeners.member.id}, id FROM departments WHERE name = 'DevOps'`.execute(world.db);
      },
      receivers: ["member"],
    },
    "sessions.changed": {
      change: async ({ world, listeners }) => void (await world.newSession(listeners.member)),
      receivers: ["member"],
    },
  },
});

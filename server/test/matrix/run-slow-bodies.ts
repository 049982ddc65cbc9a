import { readdir } from "node:fs/promises";
import { errors } from "@atoll/contract/errors/errors";
import type { Route, RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { isFullCheck } from "../../../contract/test/full-check.ts";
import { type Actor, type AdmittedName, admitted, admittedNames } from "./actors.ts";
import type { Expectation } from "./expectations.ts";
import { inBatches } from "./in-batches.ts";
import type { AnySlice, Case } from "./slice.ts";
import { openSlowly, type SlowRequest } from "./slow-body.ts";
import type { World } from "./world.ts";
import { forgetWritten, writtenTables } from "./written-tables.ts";

type TestCase = Case<Route, unknown>;

/** A loss of rights while a person's request body is in transit. */
interface Fall {
  what: string;
  /** The code of the refusal; undefined when this request by this person needs nothing that is taken. */
  refusal(testCase: TestCase, as: AdmittedName): Expectation | undefined;
  /** Applies the loss to all actors at once. */
  befall(world: World, actors: readonly Actor[]): Promise<unknown>;
  /** It costs the person, so that somebody who holds the same goes in their place. */
  takesDouble: boolean;
}

const ids = (actors: readonly Actor[]) => actors.map(({ id }) => id);
const isInDepartment = (name: AdmittedName) => admitted[name].departments.length > 0;
const notFoundOf = (expected: Expectation) =>
  expected !== "ok" && errors[expected].status === 404 ? expected : undefined;

const falls: readonly Fall[] = [
  {
    what: "the session is ended",
    refusal: () => "session_expired",
    takesDouble: false,
    befall: ({ db }, actors) =>
      sql`UPDATE sessions SET ended_at = now() WHERE id = ANY(${actors.map(({ sessionId }) => sessionId)}::uuid[])`.execute(
        db,
      ),
  },
  {
    what: "the account is disabled",
    refusal: () => "account_disabled",
    takesDouble: true,
    befall: ({ db }, actors) =>
      sql`UPDATE accounts SET disabled_at = now() WHERE id = ANY(${ids(actors)}::uuid[])`.execute(db),
  },
  {
    what: "every role is taken",
    refusal: () => "account_pending",
    takesDouble: true,
    befall: ({ db }, actors) =>
      sql`DELETE FROM user_roles WHERE user_id = ANY(${ids(actors)}::uuid[])`.execute(db),
  },
  {
    what: "the permissions are taken",
    // The answer for those who never had any permission. A person in no department is then a stranger to every place.
    refusal: ({ expect }, as) => {
      if (expect.voiceless === "ok") return undefined;
      return isInDepartment(as) ? expect.voiceless : (notFoundOf(expect.stranger) ?? expect.voiceless);
    },
    takesDouble: true,
    befall: ({ db, roleIds }, actors) =>
      sql`WITH taken AS (DELETE FROM user_roles WHERE user_id = ANY(${ids(actors)}::uuid[]) RETURNING user_id)
        INSERT INTO user_roles (user_id, role_id) SELECT DISTINCT user_id, ${roleIds.visitor}::uuid FROM taken
        ON CONFLICT DO NOTHING`.execute(db),
  },
  {
    what: "the memberships are taken",
    // Nobody outside a private place learns that something in it exists. A person in no department has access by
    // permission, which stays.
    refusal: ({ expect }, as) => (isInDepartment(as) ? notFoundOf(expect.stranger) : undefined),
    takesDouble: true,
    befall: ({ db }, actors) =>
      sql`WITH out AS (DELETE FROM user_departments WHERE user_id = ANY(${ids(actors)}::uuid[]))
        DELETE FROM channel_members WHERE user_id = ANY(${ids(actors)}::uuid[])`.execute(db),
  },
];

interface Attack {
  name: string;
  fall: Fall;
  as: AdmittedName;
  actor: Actor;
  route: Route;
  testCase: TestCase;
  call: RouteCall<Route>;
}

/**
 * Begins to send to every route that writes, as somebody who may, takes the right away, and sends the rest: all at
 * once. Tells which were not refused, and what was written.
 */
export async function runSlowBodies(
  world: World,
  slices: readonly { slice: AnySlice; things: unknown }[],
): Promise<{ attacked: Set<Route>; problems: string[] }> {
  const plans = slices.flatMap((one) => planned(one.slice).map((plan) => ({ ...plan, things: one.things })));
  // All that a fall befalls are at it at the same time, so that one double attacks many routes.
  const doubles = new Map<string, Promise<Actor>>();
  const doubleFor = (fall: Fall, as: AdmittedName) => {
    const key = `${fall.what} ${as}`;
    const known = doubles.get(key) ?? doubleOf(world, slices, as);
    doubles.set(key, known);
    return known;
  };
  const attacks = await inBatches(plans, async ({ fall, as, things, ...plan }): Promise<Attack> => {
    const actor = fall.takesDouble
      ? await (plan.testCase.spendsActor ? doubleOf(world, slices, as) : doubleFor(fall, as))
      : { ...world.actors[as], ...(await world.newSession(world.actors[as])) };
    const call = await plan.testCase.request({ world, things, actor, spare: (_what, make) => make() });
    return { ...plan, as, fall, actor, call };
  });
  await world.server.felt();
  const senders = new Set(attacks.map(({ actor }) => actor));
  await inBatches([...senders], (actor) => world.send(actor, "GET", "/api/auth/user"));
  const opened = await inBatches(
    attacks,
    ({ actor, route, call }): Promise<SlowRequest> => openSlowly(world.server.url, actor, route, call),
  );
  for (const fall of falls) {
    const fallen = attacks.filter((attack) => attack.fall === fall);
    await fall.befall(
      world,
      fallen.map(({ actor }) => actor),
    );
  }
  await world.server.felt();
  await forgetWritten(world.db);
  const filesBefore = await listFiles(world);

  const problems: string[] = [];
  await inBatches([...attacks.entries()], async ([index, { name, fall, testCase, as }]) => {
    const { status, code } = await opened[index]!.finish();
    const expected = fall.refusal(testCase, as);
    if (code !== expected) problems.push(`${name}: expected ${expected}, got ${status} ${code ?? ""}`);
  });
  const records = attacks.flatMap(({ testCase }) => testCase.records ?? []);
  for (const table of await writtenTables(world.db, records))
    problems.push(`a refusal wrote to the table ${table}`);
  for (const file of await listFiles(world))
    if (!filesBefore.includes(file)) problems.push(`a refusal left the file ${file}`);
  return { attacked: new Set(attacks.map(({ route }) => route)), problems };
}

/**
 * Every route that writes for who is signed in, once for each fall that takes what it needs. In the everyday check only the
 * first route of a slice meets all of these, and the others the one nearest to them.
 */
function planned(slice: AnySlice) {
  let isFirst = true;
  return Object.entries(slice.rows).flatMap(([key, row]) => {
    const route = slice.routes[key];
    if (!route || route.method === "GET" || route.access === "public") return [];
    const found = allowedCase(route, Object.entries(row));
    if (!found) return [];
    const fitting = falls.filter((fall) => fall.refusal(found.testCase, found.as) !== undefined);
    const chosen = isFullCheck || isFirst ? fitting : fitting.slice(-1);
    isFirst = false;
    const name = `${slice.name} ${key}, ${found.state}`;
    return chosen.map((fall) => ({ ...found, name: `${name}, ${fall.what}`, fall, route }));
  });
}

/** The first state of a row in which somebody succeeds, and who. The file of an upload is made up. */
function allowedCase(route: Route, row: [string, TestCase][]) {
  for (const [state, testCase] of row) {
    const allowed = admittedNames.filter(
      (name) =>
        name !== "mustSetUp" &&
        name !== "mustChoose" &&
        (testCase.expect[name] === "ok" || testCase.lacksOutside || isUpload(route, testCase, name)),
    );
    // If a permission opens the area and no state succeeds, the sender has that permission. Others are refused before it.
    const { expect } = testCase;
    const isInside = (name: AdmittedName) =>
      expect.voiceless === "forbidden" && expect[name] !== "forbidden" && isInDepartment(name);
    const as = testCase.lacksOutside ? (allowed.find(isInside) ?? allowed[0]) : allowed[0];
    if (as) return { state, testCase, as };
  }
  return undefined;
}

function isUpload(route: Route, testCase: TestCase, name: AdmittedName): boolean {
  return route.bodyKind === "file" && testCase.expect[name] === "file_missing";
}

async function doubleOf(
  world: World,
  slices: readonly { slice: AnySlice; things: unknown }[],
  name: AdmittedName,
): Promise<Actor> {
  const double = await world.newDouble(name);
  for (const { slice, things } of slices) await slice.letIn?.(world, things, double);
  return double;
}

async function listFiles({ server }: World): Promise<string[]> {
  return (await readdir(server.filesFolder, { recursive: true })).toSorted();
}

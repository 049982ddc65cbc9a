import { errors, isErrorCode } from "@atoll/contract/errors/errors";
import { type Route, sharedErrors } from "@atoll/contract/route";
import { z } from "zod";
import { isFullCheck } from "../../../contract/test/full-check.ts";
import { type Answer, addressOf } from "../client.ts";
import { everythingSettled } from "../settled.ts";
import { type Actor, type ActorName, actorNames, atTheDoor } from "./actors.ts";
import type { Expectation } from "./expectations.ts";
import { batchSize, inBatches } from "./in-batches.ts";
import { holdsAccessToken } from "./secrets.ts";
import type { Case, Row, Spare } from "./slice.ts";
import type { World } from "./world.ts";
import { forgetWritten, writtenTables } from "./written-tables.ts";

interface Cell {
  state: string;
  actor: ActorName;
  expected: Expectation;
  testCase: Case<Route, unknown>;
}

/**
 * The requests of a row. The everyday check asks for the first state as every actor, and for the others as the first one
 * whose answer depends on the state; the full check asks for every state as everyone.
 */
export function cellsOf(row: Row<Route, unknown>): Cell[] {
  return Object.entries(row).flatMap(([state, testCase], index) => {
    const cells = actorNames.map(
      (actor): Cell => ({ state, actor, expected: testCase.expect[actor], testCase }),
    );
    if (isFullCheck || index === 0) return cells;
    const inside = cells.filter(({ actor, expected }) => !isAtTheDoor(actor, expected));
    return [inside.find(({ expected }) => expected === "ok") ?? inside[0] ?? cells[0]!];
  });
}

function isAtTheDoor(actor: ActorName, expected: Expectation): boolean {
  return actor in atTheDoor && expected === atTheDoor[actor as keyof typeof atTheDoor];
}

/** Asks for a route in every state as every actor, and tells what came back otherwise than expected. */
export async function runRow(
  world: World,
  things: unknown,
  route: Route,
  row: Row<Route, unknown>,
): Promise<string[]> {
  const cells = cellsOf(row);
  const problems: string[] = [];
  const answers = new Map<Cell, Answer<unknown>>();
  const run = async (cell: Cell, request: Request) => {
    const answer = await world.send(request.actor, route.method, request.address, request.body);
    answers.set(cell, answer);
    problems.push(
      ...judge(world, route, cell, answer).map((problem) => `${cell.actor}, ${cell.state}: ${problem}`),
    );
  };

  const refusals = cells.filter(({ expected }) => expected !== "ok");
  const shared = new Map<string, Promise<unknown>>();
  const prepared = await inBatches(refusals, (cell) =>
    prepare(world, things, route, cell, world.actors[cell.actor], (what, make) => {
      if (!shared.has(what)) shared.set(what, make());
      return shared.get(what) as ReturnType<typeof make>;
    }),
  );
  // Wait for the work that earlier rows started.
  await everythingSettled(world.db);
  await forgetWritten(world.db);
  const refused = new Map(refusals.map((cell, index) => [cell, prepared[index]!]));
  for (const batch of batchesOf(refusals))
    await Promise.all(batch.map((cell) => run(cell, refused.get(cell)!)));
  const records = Object.values(row).flatMap((testCase) => testCase.records ?? []);
  const denied = route.path.startsWith("/api/admin/")
    ? [...new Set(refusals.filter(({ expected }) => expected === "forbidden").map(({ actor }) => actor))]
    : [];
  problems.push(...(await missingInAudit(world, route, denied)));
  for (const table of await writtenTables(world.db, records))
    problems.push(`a refusal wrote to the table ${table}`);

  const successes = cells.filter(({ expected }) => expected === "ok");
  const announced = new Set<string>();
  for (const batch of batchesOf(successes)) {
    const requests = await Promise.all(
      batch.map(async (cell) => {
        const actor = cell.testCase.spendsActor
          ? await world.newDouble(cell.actor)
          : world.actors[cell.actor];
        return prepare(world, things, route, cell, actor, (_what, make) => make());
      }),
    );
    await everythingSettled(world.db);
    const topics = await world.rights.during(async () => {
      await Promise.all(batch.map((cell, index) => run(cell, requests[index]!)));
    });
    for (const topic of topics) announced.add(topic);
  }
  if (announced.size > 0 && !route.changesRights)
    problems.push(`changes rights (${[...announced].join(", ")}) without saying so: changesRights`);
  problems.push(...compareRefusals(answers));
  return problems;
}

/** Returns cells in batches that are sent at once, as far as their cases let them. */
function batchesOf(cells: readonly Cell[]): Cell[][] {
  const has = (flag: "isOneAtATime" | "isOncePerPerson") => cells.some(({ testCase }) => testCase[flag]);
  // A person has one cell in each state.
  const parts = has("isOncePerPerson") ? Object.values(Object.groupBy(cells, ({ state }) => state)) : [cells];
  const size = has("isOneAtATime") ? 1 : batchSize;
  return parts.flatMap((part = []) =>
    Array.from({ length: Math.ceil(part.length / size) }, (_, index) =>
      part.slice(index * size, (index + 1) * size),
    ),
  );
}

/** Returns the actors whose refusals by the administration are missing in the audit log, which counts repeated ones. */
async function missingInAudit(world: World, route: Route, denied: ActorName[]): Promise<string[]> {
  const rows = await world.db
    .selectFrom("audit_log")
    .select("actor_id")
    .where("action", "=", "administration.refused")
    .where("subject_id", "=", `${route.method} ${route.path}`)
    .execute();
  const written = new Set(rows.map(({ actor_id }) => actor_id));
  return denied
    .filter((name) => !written.has(world.actors[name].id))
    .map((name) => `${name}: the refusal is not in the audit log`);
}

interface Request {
  actor: Actor;
  address: string;
  body: unknown;
}

async function prepare(
  world: World,
  things: unknown,
  route: Route,
  cell: Cell,
  actor: Actor,
  spare: Spare,
): Promise<Request> {
  const call = await cell.testCase.request({ world, things, actor, spare });
  return { actor, address: addressOf(route, call), body: call.body };
}

function judge(world: World, route: Route, cell: Cell, answer: Answer<unknown>): string[] {
  const text = `${JSON.stringify([...answer.headers])}\n${JSON.stringify(answer.body)}`;
  const problems = world.secrets.leaksTo(cell.actor, text).map((what) => `LEAK of ${what}`);
  if (holdsAccessToken(text) && !cell.testCase.answersToken) problems.push("LEAK of an access token");

  const code = codeOf(answer);
  if (cell.expected === "ok") {
    if (answer.status !== route.status) return [...problems, `refused with ${answer.status} ${code}`];
    if (route.responseKind === "stream") return problems;
    const fits = route.response ? route.response.safeParse(answer.body).success : answer.body === "";
    return fits ? problems : [...problems, "the answer does not fit the contract"];
  }
  const { status } = errors[cell.expected];
  if (answer.status !== status || code !== cell.expected) {
    problems.push(`expected ${status} ${cell.expected}, got ${answer.status} ${code ?? ""}`);
  } else if (!mayAnswer(route, cell.expected)) {
    problems.push(`the contract does not say that it answers ${cell.expected}`);
  }
  return problems;
}

/** Missing and forbidden look the same: two refusals with one code differ in nothing but the request's id. */
function compareRefusals(answers: Map<Cell, Answer<unknown>>): string[] {
  const seen = new Map<string, { state: string; text: string }>();
  const problems: string[] = [];
  for (const [cell, answer] of answers) {
    if (![401, 403, 404].includes(answer.status)) continue;
    const key = `${cell.actor} ${codeOf(answer)}`;
    const text = withoutChance(answer);
    const other = seen.get(key);
    if (!other) seen.set(key, { state: cell.state, text });
    else if (other.text !== text)
      problems.push(
        `${cell.actor}: ${cell.state} can be told from ${other.state}: ${text} and ${other.text}`,
      );
  }
  return problems;
}

function withoutChance(answer: Answer<unknown>): string {
  const chance = [
    "date",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "ratelimit",
    "connection",
    "keep-alive",
  ];
  const headers = [...answer.headers].filter(([name]) => !chance.includes(name));
  return JSON.stringify([answer.status, answer.body, headers]).replace(/"requestId":"[^"]*"/, "");
}

function mayAnswer(route: Route, code: Expectation): boolean {
  const atAnyDoor: string[] = [
    ...Object.values(atTheDoor),
    "second_factor_setup_required",
    "new_password_required",
  ];
  return [...route.errors, ...sharedErrors, ...(route.access === "signed-in" ? atAnyDoor : [])].some(
    (known) => known === code,
  );
}

const scimRefusalSchema = z.object({ schemas: z.array(z.string()), detail: z.string() });
const oauthRefusalSchema = z.object({ error: z.string(), error_description: z.string() });
const refusalSchema = z.object({ error: z.object({ code: z.string() }) });

function codeOf(answer: Answer<unknown>): string | undefined {
  // Routes for programs of another product answer with a word.
  if (typeof answer.body === "string" && isErrorCode(answer.body)) return answer.body;
  const parsed = refusalSchema.safeParse(answer.body);
  // SCIM has no room for a code, so the text stands for it.
  const scim = scimRefusalSchema.safeParse(answer.body);
  if (scim.success)
    return Object.keys(errors)
      .filter(isErrorCode)
      .find((code) => errors[code].text === scim.data.detail);
  // So has OAuth.
  const oauth = oauthRefusalSchema.safeParse(answer.body);
  if (oauth.success)
    return Object.keys(errors)
      .filter(isErrorCode)
      .find((code) => errors[code].text === oauth.data.error_description);
  return parsed.success && isErrorCode(parsed.data.error.code) ? parsed.data.error.code : undefined;
}

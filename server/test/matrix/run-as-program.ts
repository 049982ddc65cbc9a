import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  coversScope,
  type TokenScope,
  tokenPrefix,
  tokenScopes,
} from "@atoll/contract/personal-tokens/areas";
import { scopeOf } from "@atoll/contract/personal-tokens/route-scopes";
import type { Route } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { addressOf } from "../client.ts";
import type { Actor } from "./actors.ts";
import type { Row } from "./slice.ts";
import type { World } from "./world.ts";

/** The person whose programs the matrix runs. */
const person = "member";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Gives a person a token with these scopes, and returns them as the program that sends it. */
async function asProgram(world: World, actor: Actor, scopes: readonly TokenScope[]): Promise<Actor> {
  const id = uuidv7();
  const random = Array.from(randomBytes(40), (byte) => letters[byte % letters.length]).join("");
  const token = `${tokenPrefix}${random}${base62(crc32(random))}`;
  await sql`WITH session AS (INSERT INTO sessions (id, user_id, way, made_by, scopes, expires_at)
      VALUES (${id}, ${actor.id}, 'token', 'password', ${scopes}::text[], now() + interval '1 day') RETURNING id)
    INSERT INTO personal_tokens (id, name, token_hash, ending, is_endless)
      SELECT id, 'Matrix', ${createHash("sha256").update(token).digest()}, 'abcd', false FROM session`.execute(
    world.db,
  );
  return { ...actor, token, sessionId: id };
}

function base62(value: number): string {
  let [rest, text] = [value, ""];
  while (text.length < 6) {
    text = `${letters[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/**
 * Asks for a route in its first state as a program with every scope: the answer is the one that its person gets, except
 * for routes that only browsers use.
 */
export async function runAsProgram(
  world: World,
  things: unknown,
  route: Route,
  row: Row<Route, unknown>,
): Promise<string[]> {
  const [testCase] = Object.values(row);
  if (!testCase || route.access !== "signed-in") return [];
  const expected = scopeOf(route) === "browsers" ? "token_not_accepted" : testCase.expect[person];
  const owner = testCase.spendsActor ? await world.newDouble(person) : world.actors[person];
  const program = await asProgram(world, owner, tokenScopes);
  const input = {
    world,
    things,
    actor: program,
    spare: <T>(_what: string, make: () => Promise<T>) => make(),
  };
  const call = await testCase.request(input);
  const answer = await world.send(program, route.method, addressOf(route, call), call.body);
  const code = (answer.body as { error?: { code: string } } | null)?.error?.code;
  const isAsExpected = expected === "ok" ? answer.status === route.status : code === expected;
  // The person may see by now what a colleague has made public, such as a task named like a card.
  const found = world.secrets.leaksTo(person, JSON.stringify(answer.body));
  const own =
    found.length > 0 ? await world.send(owner, route.method, addressOf(route, call), call.body) : undefined;
  const known = own ? world.secrets.leaksTo(person, JSON.stringify(own.body)) : [];
  const leaks = found.filter((what) => !known.includes(what));
  return [
    ...(isAsExpected ? [] : [`expected ${expected}, got ${answer.status} ${code ?? ""}`]),
    ...leaks.map((what) => `LEAK of ${what}`),
  ];
}

/** Asks for every route as a program, and returns those that let it do more than its scopes. */
export async function routesOutOfScope(
  world: World,
  routes: readonly Route[],
  scopes: readonly TokenScope[],
): Promise<string[]> {
  const program = await asProgram(world, await world.newDouble("superAdmin"), scopes);
  const wrong: string[] = [];
  for (const route of routes) {
    const needed = scopeOf(route);
    if (needed === "any" || (needed !== "browsers" && coversScope(scopes, needed))) continue;
    const path = route.path.replace(/:\w+/g, uuidv7());
    const { status, body } = await world.send(program, route.method, path);
    const code = (body as { error?: { code: string } } | null)?.error?.code ?? "";
    const expected = needed === "browsers" ? "token_not_accepted" : "token_scope_missing";
    if (code !== expected) wrong.push(`${route.method} ${route.path}: ${status} ${code}`);
  }
  return wrong;
}

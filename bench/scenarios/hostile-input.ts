import { randomUUID } from "node:crypto";
import { messageMaxLength } from "@atoll/contract/chat/limits";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import type pg from "pg";
import { growingTexts, repeated } from "../../contract/test/attack/hostile-values.ts";
import { sampleOf } from "../../contract/test/attack/sample.ts";
import { type Call, shotsAt } from "../../contract/test/attack/shots.ts";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";

const limitMs = 50;
/** With this many people, each stays below every rate limit. */
const peopleCount = 200;
const perText = 50;

/**
 * How long the event loop of a real server is held by requests with hostile values in each place of each route, over 50
 * messages of every text that grows. The limit is 50 ms at a stretch. There is no floor: an idle loop is held by
 * nothing.
 */
export async function hostileInput(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/loop-holds.ts" });
  const client = await openDatabase(atoll);
  const people = await addPeople(client, peopleCount);
  const known = await furnish(client, people);
  await client.end();
  say("the messages are written");
  const target = createTarget(atoll, people);
  const named = await measureNamed(target);
  const results: RouteResult[] = [];
  for (const [slice, all] of Object.entries(routes)) {
    for (const [name, route] of Object.entries<Route>(all)) {
      results.push({ name: `${slice} ${name}`, ...(await measureRoute(target, route, known)) });
    }
    say(`${slice} is done`);
  }
  await atoll.stop();
  const over = results.filter(({ heldMs }) => heldMs > limitMs).length;
  const count = results.reduce((sum, result) => sum + result.count, 0);
  const failed = results.flatMap(({ failures }) => failures);
  return [
    ...named,
    `${count} requests at ${results.length} routes, ${failed.length} answered 500; ${over} routes held the loop over ${limitMs} ms (limit: ${over === 0 ? "held" : "EXCEEDED"})`,
    ...failed,
    ...results
      .toSorted((a, b) => b.heldMs - a.heldMs)
      .map(({ name, heldMs, by }) => `${heldMs.toFixed(1).padStart(7)} ms  ${name}: ${by}`),
  ];
}

interface RouteResult {
  name: string;
  heldMs: number;
  /** The request that blocked it longest. */
  by: string;
  count: number;
  failures: string[];
}

interface Target {
  /** Sends as the next person, and returns how long the event loop was blocked. */
  send(route: Route, call: Call): Promise<{ status: number; heldMs: number; tookMs: number }>;
}

async function measureRoute(
  target: Target,
  route: Route,
  known: Readonly<Record<string, string>>,
): Promise<Omit<RouteResult, "name">> {
  const result = { heldMs: 0, by: "", count: 0, failures: [] as string[] };
  for (const { what, into } of shotsAt(route, known)) {
    const fresh = { ...known, uuid: randomUUID(), email: `${randomUUID()}@example.test` };
    const part = (schema: Route["body"]) => schema && sampleOf(schema, fresh);
    const call = into({ params: part(route.params), query: part(route.query), body: part(route.body) });
    const { status, heldMs } = await target.send(route, call);
    result.count += 1;
    if (status >= 500) result.failures.push(`  ${route.method} ${route.path}, ${what}: answered ${status}`);
    if (heldMs > result.heldMs) Object.assign(result, { heldMs, by: `${what} (${status})` });
  }
  return result;
}

/** The two that once held a server for half a minute, and for seconds. */
async function measureNamed(target: Target): Promise<string[]> {
  const { searchMessages } = routes.chat;
  const { importUsers } = routes.administration;
  const query = repeated(growingTexts["a letter of eighteen letters"] ?? "", 100);
  const csv = `name,email,password\n${"\n".repeat(199_000)}`;
  const search = await target.send(searchMessages, { query: { query, limit: 50 } });
  const blanks = await target.send(importUsers, { body: { csv, isDryRun: true } });
  const line = (what: string, { status, heldMs, tookMs }: typeof search) =>
    `${what}: answered ${status} after ${tookMs.toFixed(0)} ms, the loop held for ${heldMs.toFixed(0)} ms`;
  return [
    line(`a search with limit=50 over 50 messages of U+FDFA, ${messageMaxLength} times each`, search),
    line("an import of 199,000 blank lines", blanks),
  ];
}

function createTarget(atoll: AtollProcess, people: readonly Member[]): Target {
  let count = 0;
  return {
    async send(route, { params, query, body }) {
      count += 1;
      const values = new Map(Object.entries(params ?? {}));
      const path = route.path.replace(/:(\w+)/g, (_match, key: string) =>
        encodeURIComponent(String(values.get(key))),
      );
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
      );
      const headers = {
        authorization: `Bearer ${people[count % people.length]?.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      };
      const text = body === undefined ? null : JSON.stringify(body);
      await atoll.takeMeasured();
      const began = performance.now();
      const sent = { method: route.method, headers, body: text, redirect: "manual" as const };
      const status = await fetch(`${atoll.url}${path}?${search}`, sent)
        .then((response) => response.arrayBuffer().then(() => response.status))
        .catch(statusOfCut);
      const tookMs = performance.now() - began;
      const { heldMs = [] } = await atoll.takeMeasured();
      return { status, heldMs: heldMs[0] ?? 0, tookMs };
    },
  };
}

/** A server that refuses a body by its length ends the connection, sometimes before the sender reads why. */
function statusOfCut(error: unknown): number {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  if (cause && "code" in cause && (cause.code === "EPIPE" || cause.code === "ECONNRESET")) return 413;
  throw error;
}

/** A channel of everybody with what an attacker writes first; everybody may do everything. Answers what stands for keys of the schemas. */
async function furnish(client: pg.Client, people: readonly Member[]): Promise<Record<string, string>> {
  const ids = people.map(({ id }) => id);
  await client.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT m.id, r.id FROM unnest($1::uuid[]) AS m (id), roles r WHERE r.name = 'super_admin'",
    [ids],
  );
  const channelId = await addChannel(client, "hostile", ids);
  let count = 0;
  let messageId = "";
  for (const part of Object.values(growingTexts)) {
    const texts = Array.from({ length: perText }, () => repeated(part, messageMaxLength));
    messageId = randomUUID();
    await client.query(
      `INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at)
       SELECT CASE n WHEN 1 THEN $1::uuid ELSE gen_random_uuid() END, $2, $3 + n, $3 + n, $4, content, '',
         now() + n * interval '1 millisecond' FROM unnest($5::text[]) WITH ORDINALITY AS t (content, n)`,
      [messageId, channelId, count, ids[0], texts],
    );
    count += texts.length;
  }
  await client.query("UPDATE channels SET head = $1, last_post_seq = $1 WHERE id = $2", [count, channelId]);
  await client.query("ANALYZE");
  return {
    channelId,
    messageId,
    userId: ids[1] ?? "",
    grant_type: "password",
    password: "seven pelicans on a pier",
    csv: "name,email,password",
  };
}

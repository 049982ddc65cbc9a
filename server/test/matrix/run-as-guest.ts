import type { Command } from "@atoll/contract/command";
import { type CommandName, commands, type EventName } from "@atoll/contract/events";
import type { Route } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { isFullCheck } from "../../../contract/test/full-check.ts";
import { type Answer, addressOf } from "../client.ts";
import { createChannel } from "../factories.ts";
import { openSocket, type TestSocket } from "../socket.ts";
import type { Actor } from "./actors.ts";
import type { CommandRow, Row } from "./slice.ts";
import type { World } from "./world.ts";

/**
 * A guest who is in one channel, with a colleague who plays no other part. So every secret of the world is somebody else's,
 * and every thing that a row is about is one that they must not even know of.
 */
export async function newGuest(world: World): Promise<Guest> {
  const [id, host] = [uuidv7(), await world.newPerson({ email: `${uuidv7()}@example.test`, name: "Host" })];
  await sql`WITH profile AS (INSERT INTO profiles (id, name) VALUES (${id}, 'Guest of the matrix') RETURNING id)
    INSERT INTO accounts (id, email, email_confirmed_at, guest_until)
      SELECT id, id || '@example.test', now(), now() + interval '1 day' FROM profile`.execute(world.db);
  const channel = await createChannel(world.db, { members: [{ id }, host] });
  const visitor = { ...world.actors.member, id, email: `${id}@example.test`, address: "10.9.9.8" };
  return { ...visitor, ...(await world.newSession({ id })), channelId: channel.id };
}

type Guest = Actor & { channelId: string };

/**
 * Asks for a route in every state as a guest. A route that is not for guests answers as an address that does not exist, and
 * one that is for them shows nothing of the world. The everyday check asks for the former in the first state alone.
 */
export async function runAsGuest(
  world: World,
  guest: Actor,
  things: unknown,
  route: Route,
  row: Row<Route, unknown>,
): Promise<string[]> {
  const problems: string[] = [];
  const nowhere = await world.send(guest, "GET", "/api/no-such-address");
  const states = Object.entries(row);
  for (const [state, testCase] of isFullCheck || route.forGuests ? states : states.slice(0, 1)) {
    const sender = testCase.spendsActor ? await newGuest(world) : guest;
    const spare = <T>(_what: string, make: () => Promise<T>) => make();
    // Guests have no such things, so they ask for those of a colleague.
    const actor = route.forGuests ? sender : world.actors.member;
    const call = await testCase.request({ world, things, actor, spare });
    const answer = await world.send(sender, route.method, addressOf(route, call), call.body);
    const text = `${JSON.stringify([...answer.headers])}\n${JSON.stringify(answer.body)}`;
    const found = leaks(world, text).map((what) => `LEAK of ${what}`);
    if (!route.forGuests && comparable(answer) !== comparable(nowhere))
      found.push(`is not closed: ${comparable(answer)}`);
    problems.push(...found.map((problem) => `${state}: ${problem}`));
  }
  return problems;
}

/** Returns an answer without the ID of its request. */
function comparable({ status, body }: Answer<unknown>): string {
  return `${status} ${JSON.stringify(body).replace(/"requestId":"[^"]*"/, "")}`;
}

/** Sends a command in every state as a guest, who gets an answer only to those that are for guests. */
export async function commandAsGuest(
  world: World,
  guest: Actor,
  things: unknown,
  name: CommandName,
  row: CommandRow<CommandName, unknown>,
): Promise<string[]> {
  const socket = await openSocket(world.server.url, guest.token);
  const { forGuests }: Command = commands[name];
  const problems: string[] = [];
  for (const [state, { payload }] of Object.entries(row)) {
    const answer = await socket.ask(name, payload({ world, things, actor: guest }));
    const code = "error" in answer ? answer.error.code : "ok";
    if (!forGuests && code !== "invalid_request") problems.push(`${state}: is not closed: ${code}`);
    for (const what of leaks(world, JSON.stringify(answer))) problems.push(`${state}: LEAK of ${what}`);
  }
  socket.close();
  return problems;
}

/** Opens the socket of a guest, who must hear nothing of what happens to the things of others. */
export async function listenAsGuest(world: World): Promise<{ guest: Guest; socket: TestSocket }> {
  const guest = await newGuest(world);
  return { guest, socket: await openSocket(world.server.url, guest.token) };
}

/** Ends the guest's session, and returns what else they have heard until then. */
export async function heardByGuest(
  world: World,
  { guest, socket }: { guest: Guest; socket: TestSocket },
): Promise<string[]> {
  await sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${guest.id} AND ended_at IS NULL`.execute(
    world.db,
  );
  await socket.cut;
  socket.close();
  // Every browser hears that the server stops, and a guest that they are signed out. Their channel was new.
  const expected: readonly EventName[] = ["session.ended", "server.draining", "sessions.changed"];
  return socket.received.flatMap(({ name, payload }) => {
    const isOwn = name === "channel.counted" && payload.channelId === guest.channelId;
    return isOwn || expected.includes(name) ? [] : [`a guest received ${name}`];
  });
}

/** Nothing that is hidden in the world is for a guest. */
function leaks(world: World, text: string): string[] {
  return world.secrets.leaksTo("log", text);
}

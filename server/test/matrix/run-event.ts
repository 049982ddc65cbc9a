import type { EventName } from "@atoll/contract/events";
import { sql } from "kysely";
import { openSocket, type TestSocket } from "../socket.ts";
import { type Actor, type ActorName, actorNames, admittedNames } from "./actors.ts";
import type { Expectations } from "./expectations.ts";
import { heardByGuest, listenAsGuest } from "./run-as-guest.ts";
import { type AnySlice, type EventRow, type Listener, type Loser, losers } from "./slice.ts";
import type { World } from "./world.ts";

/** The actor whose visible things equal those of a listener that lost everything: a department member. */
const asMember: ActorName = "member";

/** Opens a socket as every actor: who is refused everywhere gets none. */
export async function runHandshake(world: World, expect: Expectations): Promise<string[]> {
  const outcomes = await Promise.all(
    actorNames.map(async (name) => {
      const got = await openSocket(world.server.url, world.actors[name].token).then(
        (socket) => {
          socket.close();
          return "ok";
        },
        (error: Error & { data?: { code?: string } }) => error.data?.code ?? error.message,
      );
      return got === expect[name] ? undefined : `${name}: expected ${expect[name]}, got ${got}`;
    }),
  );
  return outcomes.filter((problem) => problem !== undefined);
}

interface Ear {
  name: Listener;
  actor: Actor;
  socket: TestSocket;
  /** How many events came before the change. */
  before: number;
}

/**
 * Lets everyone who may connect listen, takes away what the losers had, makes the change, and then ends every
 * session: what a socket has received when it is cut is all that it was ever sent.
 */
export async function runEvent(
  world: World,
  slices: readonly { slice: AnySlice; things: unknown }[],
  things: unknown,
  event: EventName,
  row: EventRow<unknown>,
): Promise<string[]> {
  const ears = await Promise.all([
    ...admittedNames.map((name) => listen(world, name, world.actors[name])),
    ...losers.map(async (name) => {
      const double = await world.newDouble(asMember);
      for (const { slice, things } of slices) await slice.letIn?.(world, things, double);
      return listen(world, name, double);
    }),
  ]);
  await Promise.all(ears.map((ear) => lose(world, ear)));
  const guest = await listenAsGuest(world);
  for (const ear of ears) ear.before = ear.socket.received.length;

  const listeners = Object.fromEntries(ears.map(({ name, actor }) => [name, actor])) as Record<
    Listener,
    Actor
  >;
  const sockets = Object.fromEntries(ears.map(({ name, socket }) => [name, socket])) as Record<
    Listener,
    TestSocket
  >;
  await row.change({ world, things, listeners, sockets });
  const receivers = ears.filter(({ name }) => row.receivers.includes(name));
  const missed = await Promise.all(
    receivers.map(({ name, socket }) =>
      socket.next(event).then(
        () => undefined,
        () => `${name} did not receive it`,
      ),
    ),
  );
  await fence(
    world,
    event,
    ears.filter((ear) => !receivers.includes(ear)),
  );
  if (event !== "session.ended") await endAll(world, ears);

  const problems = missed.filter((problem) => problem !== undefined);
  problems.push(...(await heardByGuest(world, guest)));
  for (const { name, socket, before } of ears) {
    const got = socket.received.slice(before);
    const isReceiver = row.receivers.includes(name);
    if (!isReceiver && got.some((one) => one.name === event)) problems.push(`${name} received it`);
    const reader = losers.some((loser) => loser === name) ? asMember : (name as ActorName);
    for (const what of world.secrets.leaksTo(reader, JSON.stringify(got)))
      problems.push(`${name}: LEAK of ${what}`);
    socket.close();
  }
  return problems;
}

async function listen(world: World, name: Listener, person: Actor): Promise<Ear> {
  const session = await world.newSession(person);
  const actor = { ...person, ...session };
  return { name, actor, socket: await openSocket(world.server.url, session.token), before: 0 };
}

/** Takes from a loser what is its to lose, and waits until its socket has heard of it. */
async function lose(world: World, { name, actor, socket }: Ear): Promise<void> {
  const loss = losses[name as Loser];
  if (!loss) return;
  await loss(world, actor);
  if (name === "demoted") await socket.next("viewer.changed");
  else await socket.cut;
}

const losses: Record<Loser, (world: World, actor: Actor) => Promise<unknown>> = {
  demoted: ({ db, roleIds }, { id }) =>
    sql`UPDATE user_roles SET role_id = ${roleIds.visitor} WHERE user_id = ${id}`.execute(db),
  turnedPending: ({ db }, { id }) => sql`DELETE FROM user_roles WHERE user_id = ${id}`.execute(db),
  disabledNow: ({ db }, { id }) => sql`UPDATE accounts SET disabled_at = now() WHERE id = ${id}`.execute(db),
  deletedNow: ({ db }, { id }) => sql`DELETE FROM accounts WHERE id = ${id}`.execute(db),
  signedOut: ({ db }, { id }) => sql`UPDATE sessions SET ended_at = now() WHERE user_id = ${id}`.execute(db),
};

/** Where the end of a session is itself the event, something else must follow it to those who must not receive it. */
async function fence(world: World, event: EventName, ears: readonly Ear[]): Promise<void> {
  if (event !== "session.ended") return;
  const connected = ears.filter(({ name }) => name === "demoted" || !losers.some((loser) => loser === name));
  await sql`UPDATE profiles SET name = name || '.' WHERE id = ANY(${connected.map(({ actor }) => actor.id)})`.execute(
    world.db,
  );
  await Promise.all(connected.map(({ socket }) => socket.next("viewer.changed")));
}

async function endAll(world: World, ears: readonly Ear[]): Promise<void> {
  const ids = ears.map(({ actor }) => actor.sessionId);
  await sql`UPDATE sessions SET ended_at = now() WHERE id = ANY(${ids}) AND ended_at IS NULL`.execute(
    world.db,
  );
  await Promise.all(ears.map(({ socket }) => socket.cut));
}

import type { Route, RouteCall } from "@atoll/contract/route";
import { type Call, type Shot, shotsAt } from "../../../../contract/test/attack/shots.ts";
import { isFullCheck } from "../../../../contract/test/full-check.ts";
import { addressOf } from "../../client.ts";
import type { Actor } from "../actors.ts";
import type { AnySlice, Case, Row } from "../slice.ts";
import type { World } from "../world.ts";
import type { LoopWatch } from "./loop-watch.ts";
import type { Seeded } from "./seed.ts";

/** The attackers: an ordinary member, and a person with every permission. */
export const attackers = ["member", "superAdmin"] as const;
type Attacker = (typeof attackers)[number];

/** Requests of the rate limit that are kept for reading what was stored. */
const keptForReading = 10;
/** Concurrent requests. The largest are sent one at a time, because serialising them would be measured too. */
const atOnce = 16;

export interface Arena {
  world: World;
  slices: readonly { slice: AnySlice; things: unknown }[];
  seeded: Seeded;
  watch: LoopWatch;
}

export interface Outcome {
  /** Failures of the server, and successes of what must be refused. */
  problems: string[];
  /** The longest block of the event loop. */
  heldMs: number;
  count: number;
}

/**
 * Sends every input to a route, in a call that succeeds according to its row, if there is one. The attackers share the
 * inputs if both are let in; otherwise each sends all of them.
 */
export async function attackRoute(
  arena: Arena,
  things: unknown,
  route: Route,
  row: Row<Route, unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { problems: [], heldMs: 0, count: 0 };
  const allShots = shotsAt(route, arena.seeded.ids);
  const batchSize = route.bodyLimitBytes ? 1 : atOnce;
  const isShared =
    !isFullCheck && attackers.every((attacker) => caseFor(row, attacker).expect[attacker] === "ok");
  for (const [place, attacker] of attackers.entries()) {
    const testCase = caseFor(row, attacker);
    const shots = isShared ? allShots.filter((_, index) => index % attackers.length === place) : allShots;
    const callFor = callsOf(arena, things, testCase);
    const actorFor = attackersOf(arena, route, testCase, attacker);
    for (let from = 0; from < shots.length; from += batchSize) {
      const ready: { shot: Shot; actor: Actor; call: Call }[] = [];
      for (const shot of shots.slice(from, from + batchSize)) {
        const actor = await actorFor();
        ready.push({ shot, actor, call: shot.into(await callFor(actor)) });
      }
      const heldMs = await arena.watch.holdOf(() =>
        Promise.all(
          ready.map(async ({ shot, actor, call }) => {
            const { status } = await send(arena, actor, route, call);
            if (status >= 500 || (shot.isRefused && status < 400))
              outcome.problems.push(`${attacker}, ${shot.what}: answered ${status}`);
          }),
        ),
      );
      outcome.heldMs = Math.max(outcome.heldMs, heldMs);
      outcome.count += ready.length;
    }
  }
  return outcome;
}

export function caseFor(row: Row<Route, unknown>, attacker: Attacker): Case<Route, unknown> {
  const cases = Object.values(row);
  const found = cases.find(({ expect }) => expect[attacker] === "ok") ?? cases[0];
  if (!found) throw new Error("a row without a case");
  return found;
}

/**
 * Returns the calls. A thing that a success would use up is created only once: a deleted thing refuses as well as any
 * other.
 */
export function callsOf({ world }: Arena, things: unknown, testCase: Case<Route, unknown>) {
  const shared = new Map<string, Promise<unknown>>();
  return async (actor: Actor): Promise<Call> =>
    testCase.request({
      world,
      things,
      actor,
      spare(what, make) {
        if (!shared.has(what)) shared.set(what, make());
        return shared.get(what) as ReturnType<typeof make>;
      },
    });
}

/** Returns the senders of the requests: another one when the rate limit, or a success, ends the previous one. */
function attackersOf(arena: Arena, route: Route, testCase: Case<Route, unknown>, attacker: Attacker) {
  let actor = arena.world.actors[attacker];
  const spared = route.method === "GET" ? keptForReading : 0;
  let left = testCase.spendsActor ? 0 : Math.max(0, route.rateLimit.max - spared);
  let count = 0;
  return async (): Promise<Actor> => {
    if (left === 0) {
      count += 1;
      left = testCase.spendsActor ? 1 : route.rateLimit.max;
      actor = { ...(await arena.world.newDouble(attacker)), address: `10.8.${count >> 8}.${count & 255}` };
      if (!testCase.spendsActor) await letInEverywhere(arena, actor);
    }
    left -= 1;
    return actor;
  };
}

async function letInEverywhere({ world, slices, seeded }: Arena, actor: Actor): Promise<void> {
  for (const { slice, things } of slices) await slice.letIn?.(world, things, actor);
  await seeded.letIn(actor);
}

export function send({ world }: Arena, actor: Actor, route: Route, call: Call) {
  // The request deliberately does not match the route.
  return world.send(actor, route.method, addressOf(route, call as RouteCall<Route>), call.body);
}

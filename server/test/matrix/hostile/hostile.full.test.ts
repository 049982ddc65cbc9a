import type { CommandName } from "@atoll/contract/events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slices } from "../slices.ts";
import { createWorld } from "../world.ts";
import { attackCommand } from "./attack-command.ts";
import { type Arena, attackRoute, type Outcome } from "./attack-route.ts";
import { createLoopWatch } from "./loop-watch.ts";
import { readEventsBack, readListsBack } from "./read-back.ts";
import { seedHostile } from "./seed.ts";

// Sends malicious values in every field of every route and command, as a member and as a super administrator. The rows of
// the matrix provide the calls, so a new route is attacked automatically.

/**
 * Far more than anything takes, also on a slow machine, and far less than what grows by its square: the 50 ms that are
 * wanted are measured in bench/.
 */
const longestHoldMs = 2_000;

let arena: Arena;
const furnished = new Map<string, unknown>();
const watch = createLoopWatch();
const holds: { name: string; heldMs: number }[] = [];
let requestCount = 0;

beforeAll(async () => {
  const world = await createWorld();
  for (const slice of slices) furnished.set(slice.name, await slice.furnish(world));
  const all = slices.map((slice) => ({ slice, things: furnished.get(slice.name) }));
  arena = { world, slices: all, seeded: await seedHostile(world), watch };
});
afterAll(async () => {
  watch.close();
  const longest = holds.toSorted((a, b) => b.heldMs - a.heldMs).slice(0, 5);
  const told = longest.map(({ name, heldMs }) => `${name} ${Math.round(heldMs)} ms`);
  console.log(`${requestCount} hostile requests; the loop was held longest by ${told.join(", ")}`);
  await arena.world.close();
});

const routeRows = slices.flatMap((slice) =>
  Object.entries(slice.rows).map(([name, row]) => ({ slice, name, row, route: slice.routes[name]! })),
);
const commandRows = slices.flatMap((slice) =>
  Object.entries(slice.commands ?? {}).map(([name, row]) => ({ slice, name: name as CommandName, row })),
);

describe("hostile values do no harm", () => {
  test.each(routeRows)("$slice.name $name", async ({ slice, name, row, route }) => {
    judge(name, await attackRoute(arena, furnished.get(slice.name), route, row));
  });

  test.each(commandRows)("$name", async ({ slice, name, row }) => {
    judge(name, await attackCommand(arena, furnished.get(slice.name), name, row));
  });
});

describe("every list reads the attackers' values", () => {
  test.each(slices)("$name", async (slice) => {
    expect(await readListsBack(arena, slice, furnished.get(slice.name))).toEqual([]);
  });

  test("the attackers' events are read by an invited colleague", async () => {
    expect(await readEventsBack(arena.world)).toEqual([]);
  });
});

function judge(name: string, { problems, heldMs, count }: Outcome): void {
  requestCount += count;
  holds.push({ name, heldMs });
  expect(problems).toEqual([]);
  expect(heldMs).toBeLessThan(longestHoldMs);
}

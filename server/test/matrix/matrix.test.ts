import { type CommandName, commands, type EventName, events } from "@atoll/contract/events";
import { tokenScopes } from "@atoll/contract/personal-tokens/areas";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onlyInFullCheck } from "../../../contract/test/full-check.ts";
import { testPassword } from "../factories.ts";
import { type Actor, actorNames, admittedNames } from "./actors.ts";
import { signedIn } from "./expectations.ts";
import { findAnnouncedTopics, judgedTopics } from "./rights-watch.ts";
import { commandAsGuest, newGuest, runAsGuest } from "./run-as-guest.ts";
import { routesOutOfScope, runAsProgram } from "./run-as-program.ts";
import { countCommandCells, runCommand } from "./run-command.ts";
import { runEvent, runHandshake } from "./run-event.ts";
import { cellsOf, runRow } from "./run-row.ts";
import { runSlowBodies } from "./run-slow-bodies.ts";
import { holdsAccessToken } from "./secrets.ts";
import { losers } from "./slice.ts";
import { slices } from "./slices.ts";
import { unheldWrites } from "./watch-writes.ts";
import { createWorld, type World } from "./world.ts";

// Every route, every event and every command x every actor x the states of the thing. A slice adds a file to rows/ and
// a line to slices.ts; a route, an event or a command without a row fails the run.

// Some rows ask hundreds of times, and the list of routes grows.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let world: World;
const furnished = new Map<string, unknown>();
beforeAll(async () => {
  world = await createWorld();
  for (const slice of slices) furnished.set(slice.name, await slice.furnish(world));
});
afterAll(() => world.close());

const routeRows = slices.flatMap((slice) =>
  Object.entries(slice.rows).map(([name, row]) => ({ slice, name, row, route: slice.routes[name] })),
);
const eventRows = slices.flatMap((slice) =>
  Object.entries(slice.events).map(([name, row]) => ({ slice, name: name as EventName, row })),
);
const commandRows = slices.flatMap((slice) =>
  Object.entries(slice.commands ?? {}).map(([name, row]) => ({ slice, name: name as CommandName, row })),
);

test("every route, event and command of the contract has a row, and every row exists in the contract", () => {
  const declared = Object.values(routes).flatMap((slice): Route[] => Object.values(slice));
  const address = (route: Route | undefined) => `${route?.method} ${route?.path}`;
  expect(routeRows.map(({ route }) => address(route)).toSorted()).toEqual(declared.map(address).toSorted());
  expect(eventRows.map(({ name }) => name).toSorted()).toEqual(Object.keys(events).toSorted());
  expect(commandRows.map(({ name }) => name).toSorted()).toEqual(Object.keys(commands).toSorted());
});

test("every announcement of the database is classified by whether it changes permissions", async () => {
  expect((await findAnnouncedTopics(world.db)).toSorted()).toEqual(judgedTopics.toSorted());
});

test("covers at least 2,000 combinations", () => {
  const ofRoutes = routeRows.reduce((sum, { row }) => sum + cellsOf(row).length, 0);
  const ofEvents = eventRows.length * (admittedNames.length + losers.length);
  const ofCommands = commandRows.reduce((sum, { row }) => sum + countCommandCells(row), 0);
  const handshakes = actorNames.length;
  console.log(
    `cells: ${ofRoutes} of routes, ${ofEvents} of events, ${ofCommands} of commands, ${handshakes} of the handshake`,
  );
  expect(ofRoutes + ofEvents + ofCommands + handshakes).toBeGreaterThanOrEqual(2_000);
});

describe("routes", () => {
  test.each(routeRows)("$slice.name $name", async ({ slice, row, route }) => {
    expect(route).toBeDefined();
    expect(await runRow(world, furnished.get(slice.name), route!, row)).toEqual([]);
  });
});

describe("a program", () => {
  const guarded = routeRows.filter(({ route }) => route?.access === "signed-in");

  test("with every scope gets from each route what its person gets, and nothing from those of browsers", async () => {
    const problems: string[] = [];
    for (const { slice, name, row, route } of guarded) {
      const found = await runAsProgram(world, furnished.get(slice.name), route!, row);
      problems.push(...found.map((problem) => `${slice.name} ${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  test("with scopes for reading, or for one area, is refused everything else, whatever its person may do", async () => {
    const all = guarded.flatMap(({ route }) => route ?? []);
    const reading = tokenScopes.filter((scope) => scope.endsWith(":read"));
    expect(await routesOutOfScope(world, all, reading)).toEqual([]);
    expect(await routesOutOfScope(world, all, ["tasks:write"])).toEqual([]);
  });
});

describe("a guest", () => {
  let guest: Actor;
  beforeAll(async () => {
    guest = await newGuest(world);
  });

  test("finds no route but those for guests, and nothing of others by these", async () => {
    const problems: string[] = [];
    for (const { slice, name, row, route } of routeRows) {
      if (route?.access !== "signed-in") continue;
      const found = await runAsGuest(world, guest, furnished.get(slice.name), route, row);
      problems.push(...found.map((problem) => `${slice.name} ${name}, ${problem}`));
    }
    expect(problems).toEqual([]);
  });

  test("sends no command but those for guests, and learns nothing of others by these", async () => {
    const problems: string[] = [];
    for (const { slice, name, row } of commandRows) {
      const found = await commandAsGuest(world, guest, furnished.get(slice.name), name, row);
      problems.push(...found.map((problem) => `${name}, ${problem}`));
    }
    expect(problems).toEqual([]);
  });
});

test("every writing route refuses a sender who lost the right while the body was arriving", async () => {
  const all = slices.map((one) => ({ slice: one, things: furnished.get(one.name) }));
  const { attacked, problems } = await runSlowBodies(world, all);
  expect(problems).toEqual([]);
  const writing = routeRows.flatMap(({ route }) =>
    route && route.method !== "GET" && route.access === "signed-in" ? [route] : [],
  );
  expect(writing.filter((route) => !attacked.has(route)).map(({ path }) => path)).toEqual([]);
});

describe("the socket", () => {
  test("accepts people who may sign in", async () => {
    expect(await runHandshake(world, signedIn("ok", { mustSetUp: "ok" }))).toEqual([]);
  });

  test.each(commandRows)("$name works only for the people it is meant for", async ({ slice, name, row }) => {
    const all = slices.map((one) => ({ slice: one, things: furnished.get(one.name) }));
    expect(await runCommand(world, all, furnished.get(slice.name), name, row)).toEqual([]);
  });

  // The end of the server comes last.
  const last = (name: EventName) => Number(name === "server.draining");
  test.each(eventRows.toSorted((a, b) => last(a.name) - last(b.name)))(
    "$name reaches who it is for, and nobody else",
    async ({ slice, name, row }) => {
      const all = slices.map((one) => ({ slice: one, things: furnished.get(one.name) }));
      expect(await runEvent(world, all, furnished.get(slice.name), name, row)).toEqual([]);
    },
  );
});

test("permissions, memberships and names are only written in a transaction that names the viewer", async () => {
  expect(await unheldWrites(world.db)).toEqual([]);
});

test("the log contains no secret, password, token or hash", () => {
  const log = world.logLines.join("");
  expect(world.logLines.length).toBeGreaterThan(100);
  expect(world.secrets.leaksTo("log", log)).toEqual([]);
  expect(holdsAccessToken(log)).toBe(false);
  expect(log).not.toContain(testPassword);
  for (const { refreshToken } of Object.values(world.actors)) expect(log).not.toContain(refreshToken);
});

onlyInFullCheck(() => {
  test("every secret appeared in a response to somebody who may see it, so the scan covers such responses", () => {
    const kinds = Object.groupBy(world.secrets.all(), ({ what }) => what);
    const unseen = Object.entries(kinds).filter(
      ([, list = []]) =>
        list.every(({ readers }) => readers.length > 0) && list.every(({ seenBy }) => seenBy.size === 0),
    );
    expect(unseen.map(([what]) => what)).toEqual([]);
  });
});

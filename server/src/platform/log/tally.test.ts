import { expect, test } from "vitest";
import { createTally } from "./tally.ts";

test("reports the count of each kind once, with the facts of the last one", async () => {
  const told: unknown[] = [];
  const tally = createTally<number>((counted) => void told.push(counted));
  expect([tally.add("a", 1), tally.add("b", 2), tally.add("a", 3)]).toEqual([true, true, false]);
  await tally.report();
  expect(told).toEqual([
    [
      { kind: "a", times: 2, sample: 3 },
      { kind: "b", times: 1, sample: 2 },
    ],
  ]);
  await tally.report();
  expect(told).toHaveLength(1);
  expect(tally.add("a", 4)).toBe(true);
});

test("reports when the period ends", async () => {
  const told = Promise.withResolvers<unknown>();
  const tally = createTally<string>((counted) => told.resolve(counted), { spanMs: 1 });
  tally.add("a", "first");
  expect(await told.promise).toEqual([{ kind: "a", times: 1, sample: "first" }]);
});

test("counts a limited number of kinds separately, and the rest together", async () => {
  const told: { kind: string; times: number }[] = [];
  const tally = createTally<null>((counted) => void told.push(...counted));
  for (let kind = 0; kind < 1_000; kind += 1) tally.add(`kind ${kind}`, null);
  await tally.report();
  expect(told).toHaveLength(201);
  expect(told.at(-1)).toMatchObject({ kind: "others", times: 800 });
});

import { expect, test } from "vitest";
import { BoundedMap, keepRead } from "./keep-in-memory.ts";

test("evicts the oldest entries, and notifies their index", () => {
  const gone: string[] = [];
  const map = new BoundedMap<number, string>(2, (value) => void gone.push(value));
  map.set(1, "one").set(2, "two").set(1, "one again").set(3, "three");
  expect([[...map.values()], gone]).toEqual([["one again", "three"], ["two"]]);
});

test("reads only missing keys, in one call", async () => {
  const { asked, kept } = aHouse();
  await kept.of(["a", "b", "a"]);
  expect([...(await kept.of(["a", "c", "d"]))]).toEqual([
    ["a", "A"],
    ["c", "C"],
    ["d", "D"],
  ]);
  kept.forget("a");
  await kept.of(["a", "b", "nobody"]);
  await kept.of(["nobody"]);
  expect(asked).toEqual([["a", "b"], ["c", "d"], ["a", "nobody"], ["nobody"]]);
});

test("does not cache a read that was invalidated while it ran", async () => {
  const { asked, kept, hold } = aHouse();
  const release = hold();
  const early = kept.of(["a"]);
  kept.forget("b");
  release();
  expect((await early).get("a")).toBe("A");
  await kept.of(["a"]);
  kept.forgetAll();
  await kept.of(["a"]);
  expect(asked).toEqual([["a"], ["a"], ["a"]]);
});

/** Where everybody is called by the capital of their key, and one is not there. */
function aHouse() {
  const asked: string[][] = [];
  let held = Promise.resolve();
  const kept = keepRead<string, string>(10, async (keys) => {
    asked.push([...keys]);
    await held;
    return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, key.toUpperCase()]));
  });
  return {
    asked,
    kept,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { z } from "zod";
import { base64Parts, longAnswer } from "./long-answer.ts";

const schema = z.object({ text: z.string(), count: z.int() });
type Output = z.infer<typeof schema>;
const read = async (parts: Iterable<string>, rest: object = { count: 1 }) =>
  JSON.parse(
    await text(longAnswer<Output, "text">(rest as { count: number }, "text", parts).toStream(schema)),
  );

test("sends a text in parts, with escaped characters and split surrogates", async () => {
  const parts = ['say "no"\n\0\\', "", "half \ud83d", "\ude00 whole", "\u2028"];
  expect(await read(parts)).toEqual({ text: parts.join(""), count: 1 });
  expect(await read([])).toEqual({ text: "", count: 1 });
});

test("the other fields are those of the schema", async () => {
  expect(await read(["a"], { count: 2, secret: "b" })).toEqual({ text: "a", count: 2 });
  await expect(async () => read(["a"], { count: "2" })).rejects.toThrow();
});

test.each([0, 1, 98_303, 98_304, 98_305, 300_001])(
  "encodes %i bytes in parts to the same base64",
  (length) => {
    const bytes = randomBytes(length);
    expect([...base64Parts(bytes)].join("")).toBe(bytes.toString("base64"));
  },
);

test("lets other work run between two parts", async () => {
  let turns = 0;
  let isSent = false;
  const count = () => {
    turns += 1;
    if (!isSent) setImmediate(count);
  };
  setImmediate(count);
  await read(Array.from({ length: 20 }, () => "part"));
  isSent = true;
  expect(turns).toBeGreaterThanOrEqual(20);
});

import { expect, test } from "vitest";

test("zod, loaded later, does not try to evaluate text as code", async () => {
  await import("./without-eval.ts");
  const { config, z } = await import("zod");
  expect(config().jitless).toBe(true);
  // What it would do to find out, and what the content security policy would report.
  const tries: unknown[] = [];
  const original = globalThis.Function;
  globalThis.Function = new Proxy(original, {
    construct(target, args) {
      tries.push(args);
      return Reflect.construct(target, args);
    },
  });
  try {
    expect(z.object({ name: z.string() }).parse({ name: "Atoll" })).toEqual({ name: "Atoll" });
  } finally {
    globalThis.Function = original;
  }
  expect(tries).toEqual([]);
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** In a process of its own: where zod is loaded already, its settings are what they are. */
const program = `
  await import("./without-eval.ts");
  const { config, z } = await import("zod");
  // The calls that would detect eval, and that the content security policy would report.
  const tries = [];
  globalThis.Function = new Proxy(Function, {
    construct(target, args) {
      tries.push(args);
      return Reflect.construct(target, args);
    },
  });
  const parsed = z.object({ name: z.string() }).parse({ name: "Atoll" });
  console.log(JSON.stringify({ jitless: config().jitless, parsed, tries }));
`;

test("zod, loaded later, does not try to evaluate text as code", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
  });
  expect(JSON.parse(stdout)).toEqual({ jitless: true, parsed: { name: "Atoll" }, tries: [] });
});

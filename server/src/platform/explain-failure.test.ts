import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explainFailure } from "./explain-failure.ts";
import { writeMeasured } from "./files/measured-copy.ts";

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  [coded("ENOSPC", "ENOSPC: no space left on device, write"), "There is no room left on the disk."],
  [Object.assign(coded("EROFS", "EROFS"), { path: "/backup" }), "The file system is read-only: /backup."],
  [
    coded("53100", "could not extend file"),
    "The database has no room left on its disk: could not extend file.",
  ],
  [
    new Error("migration 1 failed", { cause: coded("28P01", "password authentication failed") }),
    "The database refuses the connection: password authentication failed.",
  ],
  [
    new Error("migration 1 failed", { cause: coded("42501", "permission denied for schema public") }),
    "The database does not let Atoll's user create what it needs: permission denied for schema public.",
  ],
  [
    Object.assign(new AggregateError([new Error("connect ECONNREFUSED ::1:5432")], ""), {
      code: "ECONNREFUSED",
    }),
    "The database cannot be reached: connect ECONNREFUSED ::1:5432.",
  ],
])("%s has one sentence", (error, sentence) => {
  expect(explainFailure(error)?.message).toBe(sentence);
});

test("keeps the stack of a programming error", () => {
  expect(explainFailure(new TypeError("x is not a function"))).toBeUndefined();
});

test("names the place of a failed write", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atoll-explain-"));
  const file = join(folder, "copy");
  const full = (async function* () {
    yield await writeFile("/dev/full", "x").then(() => Buffer.from(""));
  })();
  const error = await writeMeasured(file, full).catch((thrown: unknown) => thrown);
  expect(explainFailure(error)?.message).toBe(`There is no room left on the disk: ${file}.`);
  await rm(folder, { recursive: true });
});

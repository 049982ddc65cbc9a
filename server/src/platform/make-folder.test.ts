import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const root = mkdtempSync(join(tmpdir(), "atoll-folders-"));
afterAll(() => rmSync(root, { recursive: true }));

test("creates missing parents for the owner alone, and leaves a folder that exists as it is", () => {
  const folder = join(root, "one", "two");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(join(root, "one")).mode & 0o777).toBe(0o700);
});

// Linux: other systems have no /proc.
test.runIf(process.platform === "linux")("fails where the file system takes no folders", () => {
  expect(() => makeFolder("/proc/nope/deeper")).toThrow("ENOENT");
});

test("fails below a file", () => {
  writeFileSync(join(root, "file"), "");
  expect(() => makeFolder(join(root, "file", "folder"))).toThrow("ENOTDIR");
});

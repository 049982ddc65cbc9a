import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeZip } from "./write-zip.ts";

/** Opens its file before it reads. */
async function take(output: Readable): Promise<Buffer> {
  await setImmediate();
  return buffer(output);
}

test("a zip file that is stopped or fails before anybody reads it rejects, and ends no process", async () => {
  const madeAt = new Date(0);
  const signal = AbortSignal.abort();
  await expect(writeZip({ madeAt, signal }, async () => {}, take)).rejects.toThrow("the job was stopped");
  const failing = writeZip(
    { madeAt, signal: new AbortController().signal },
    async () => {
      throw new Error("nothing to add");
    },
    take,
  );
  await expect(failing).rejects.toThrow("nothing to add");
});

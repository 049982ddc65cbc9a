import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followRow } from "./follow-row.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Follows a row whose reads the test answers itself. */
function follow() {
  const reads: PromiseWithResolvers<number>[] = [];
  const applied: number[] = [];
  const errors: unknown[] = [];
  const row = followRow<number>({
    read() {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
    apply: (value) => applied.push(value),
    onError: (error) => errors.push(error),
  });
  return { row, reads, applied, errors };
}

describe("a followed row", () => {
  test("is read once at a time, and callers during a read share the next one", async () => {
    const { row, reads, applied } = follow();
    const first = row.refresh();
    const later = Array.from({ length: 50 }, () => row.refresh());
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(1);
    await first;
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve(2);
    await Promise.all(later);
    expect(applied).toEqual([1, 2]);
    expect(reads).toHaveLength(2);
  });

  test("is read again once after failed reads, however many callers there were", async () => {
    const { row, reads, errors } = follow();
    const all = Array.from({ length: 50 }, () => row.refresh());
    reads[0]?.reject(new Error("away"));
    await all[0];
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.reject(new Error("away"));
    await Promise.all(all);
    expect(errors).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
    row.stop();
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readService, type Span } from "./uptime-states.ts";

const edges = Array.from({ length: 7 }, (_, at) => new Date(at * 10));

const spans = fc.array(
  fc
    .record({
      from: fc.integer({ min: -20, max: 70 }),
      length: fc.integer({ min: 0, max: 40 }),
      stage: fc.constantFrom("firing", "acknowledged", "no_data"),
      rank: fc.constantFrom(0, 1, 3, null),
    })
    .map(
      ({ from, length, ...rest }): Span => ({
        ...rest,
        service: "checkout",
        from: new Date(from),
        until: new Date(from + length),
      }),
    ),
  { maxLength: 8 },
);

test("states and the share of uptime are those of each millisecond", () => {
  fc.assert(
    fc.property(spans, fc.uniqueArray(fc.integer({ min: 0, max: 5 })), (all, seen) => {
      const at = (ms: number) =>
        all.filter(({ from, until }) => from.getTime() <= ms && ms < until.getTime());
      const isDown = ({ stage, rank }: Span) => stage !== "no_data" && (rank === 0 || rank === 1);
      let [known, down] = [0, 0];
      const expected = edges.slice(0, -1).map((edge, bucket) => {
        const times = Array.from({ length: 10 }, (_, ms) => edge.getTime() + ms);
        const open = times.flatMap(at);
        const state = open.some(isDown)
          ? "down"
          : open.some(({ stage }) => stage !== "no_data")
            ? "slow"
            : open.length === 0 && seen.includes(bucket)
              ? "up"
              : "unknown";
        if (state !== "unknown") known += 10;
        if (state !== "unknown") down += times.filter((ms) => at(ms).some(isDown)).length;
        return state;
      });
      const found = readService(all, new Set(seen), edges);
      expect(found.states).toEqual(expected);
      if (known === 0) expect(found.uptime).toBeNull();
      else expect(found.uptime).toBeCloseTo(1 - down / known);
    }),
    { numRuns: 200 },
  );
});

import type { FastifyRequest } from "fastify";
import type { Log } from "../log/log.ts";
import { createTally } from "../log/tally.ts";

export interface RefusalCount {
  add(request: FastifyRequest, code: string): void;
  /** Logs the counts since the last call. */
  report(): Promise<void>;
}

/**
 * Writes refused requests into the log at its standard level: one line a minute with how often each route refused, and
 * why, and the id of the last one. Each of them has a line of its own at `debug`.
 */
export function countRefusals(log: Log): RefusalCount {
  const tally = createTally<string>((counted) => {
    const refused = counted.map(({ kind, times, sample }) => ({ request: kind, times, lastId: sample }));
    log.warn({ refused }, "requests were refused");
  });
  return {
    add: (request, code) => {
      const route = request.routeOptions.url ?? "no route";
      tally.add(`${request.method} ${route} ${code}`, request.id);
    },
    report: tally.report,
  };
}

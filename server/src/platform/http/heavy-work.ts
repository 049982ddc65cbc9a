import type { Route } from "@atoll/contract/route";
import type { FastifyReply } from "fastify";
import { AppError } from "../app-error.ts";
import { createFairTurns, TooManyWaiting } from "../turns/fair-turns.ts";

/** Concurrent pieces of heavy work, each of another person, fewer than the database's connections. */
const atOnce = { pages: 4, bulk: 2 } as const;
/** A page sends a handful of requests at once. More are a mistake or an attack. */
const mostWaiting = 16;

/** Runs the work of a request when its person's turn comes. */
export type HeavyWork = <Result>(
  route: Route,
  viewerId: string,
  reply: FastifyReply,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * The budget of heavy work, one for each person: one piece at a time, in turns with other people. Work of a browser
 * that has left is never started.
 * @throws {AppError} `rate_limited` when too much of the person's work waits.
 */
export function createHeavyWork(): HeavyWork {
  const turns = {
    pages: createFairTurns({ atOnce: atOnce.pages, mostWaiting }),
    bulk: createFairTurns({ atOnce: atOnce.bulk, mostWaiting }),
  };
  return async (route, viewerId, reply, work) => {
    if (!route.heavy) return work();
    const left = new AbortController();
    const leave = () => left.abort(new AppError("invalid_request", { detail: "the browser has left" }));
    reply.raw.once("close", leave);
    try {
      return await turns[route.heavy].run(viewerId, work, left.signal);
    } catch (error) {
      if (error instanceof TooManyWaiting) throw new AppError("rate_limited", { retryAfterSeconds: 5 });
      throw error;
    } finally {
      reply.raw.off("close", leave);
    }
  };
}

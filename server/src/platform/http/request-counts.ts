import type { FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyReply } from "fastify";
import { AppError } from "../app-error.ts";
import { BoundedMap } from "../keep-in-memory.ts";

/** Counts of requests, for the limits of routes. */
export interface RequestCounts {
  /** For the plugin that limits by address and person. Its keys name their route: all routes share one store. */
  store: FastifyRateLimitStoreCtor;
  /** Returns the limit for one network address, given a limit for a hundred people. */
  forOneAddress(max: number): number;
  /** Counts one more in the current window. */
  take(key: string, windowMs: number): Count;
  /** Takes one back in the current window. */
  giveBack(key: string): void;
}

interface Count {
  current: number;
  /** How long the window still lasts, in milliseconds. */
  ttl: number;
}

/**
 * Says in the answer how many requests a caller has left, in place of what their network address has.
 * @throws {AppError} `rate_limited` if they had none.
 */
export function holdToLimit(reply: FastifyReply, max: number, { current, ttl }: Count): void {
  const seconds = Math.max(1, Math.ceil(ttl / 1000));
  reply.headers({
    "x-ratelimit-limit": max,
    "x-ratelimit-remaining": Math.max(0, max - current),
    "x-ratelimit-reset": seconds,
  });
  if (current > max) throw new AppError("rate_limited", { retryAfterSeconds: seconds });
}

/** Maximum addresses and people that are counted. Beyond that, those unseen for longest start again. */
const maxKeys = 100_000;
const peopleOfTheContract = 100;

/** Counts requests in this process, in windows that begin with a key's first request. */
export function countRequests({ peoplePerAddress }: { peoplePerAddress: number }): RequestCounts {
  const windows = new BoundedMap<string, { count: number; endsAt: number }>(maxKeys);

  function take(key: string, windowMs: number): Count {
    const now = performance.now();
    const open = windows.get(key);
    const window = open && open.endsAt > now ? open : { count: 0, endsAt: now + windowMs };
    window.count += 1;
    windows.set(key, window);
    return { current: window.count, ttl: window.endsAt - now };
  }

  return {
    take,
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.count > 0) window.count -= 1;
    },
    // The limit for an address with few people is still enough for one of them.
    forOneAddress: (max) => Math.ceil(max * Math.max(1, peoplePerAddress / peopleOfTheContract)),
    store: class Store {
      incr(key: string, callback: (error: Error | null, result?: Count) => void, windowMs: number): void {
        callback(null, take(key, windowMs));
      }
      child(): Store {
        return this;
      }
    },
  };
}

import type { FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
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

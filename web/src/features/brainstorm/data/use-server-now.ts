import type { BoardTimer } from "@atoll/contract/brainstorm/schemas";
import { useEffect, useState } from "react";

/**
 * Returns the remaining time of a timer, in milliseconds, counted down by the server's clock; 0 once it has run out.
 * @param clockOffsetMs what is added to this machine's clock to get the server's.
 */
export function useTimeLeft(timer: BoardTimer | null, clockOffsetMs: number): number | null {
  const [now, setNow] = useState(Date.now);
  const endsAt = timer?.endsAt ? Date.parse(timer.endsAt) : null;
  useEffect(() => {
    if (endsAt === null) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const every = setInterval(tick, 250);
    return () => clearInterval(every);
  }, [endsAt]);
  return timer && timeLeft(timer, now + clockOffsetMs);
}

/** Returns the remaining time of a timer at an instant of the server's clock. */
export function timeLeft({ endsAt, leftMs }: BoardTimer, serverNowMs: number): number {
  return endsAt === null ? (leftMs ?? 0) : Math.max(0, Date.parse(endsAt) - serverNowMs);
}

/** "2:14". */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

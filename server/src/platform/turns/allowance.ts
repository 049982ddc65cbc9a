/** Time that owners have used beyond what their work should take. It is forgiven as time passes. */
export interface Allowance {
  /** Counts time that an owner used beyond what is usual. */
  use(owner: string, ms: number): void;
  /** Returns how long an owner has to pause; 0 for nearly everyone. */
  pauseMs(owner: string): number;
  /** Whether an owner has used any lately. */
  isStrained(owner: string): boolean;
}

/**
 * Returns allowances of owners, such as people. An owner who exceeds theirs pauses until half of it is forgiven, and
 * nobody else does.
 * @param options.mostMs may be used at once.
 * @param options.forgivenPerSecondMs is forgiven each second.
 * @param options.now the clock, in milliseconds.
 */
export function createAllowance({
  mostMs,
  forgivenPerSecondMs,
  now = () => performance.now(),
}: {
  mostMs: number;
  forgivenPerSecondMs: number;
  now?: () => number;
}): Allowance {
  const used = new Map<string, { ms: number; at: number; isPaused: boolean }>();
  const perMs = forgivenPerSecondMs / 1000;

  function look(owner: string): { ms: number; at: number; isPaused: boolean } {
    const at = now();
    const known = used.get(owner);
    if (!known) return { ms: 0, at, isPaused: false };
    const ms = Math.max(0, known.ms - (at - known.at) * perMs);
    const current = { ms, at, isPaused: known.isPaused && ms > mostMs / 2 };
    if (ms === 0) used.delete(owner);
    else used.set(owner, current);
    return current;
  }

  return {
    use(owner, ms) {
      if (ms <= 0) return;
      const current = look(owner);
      const total = current.ms + ms;
      used.set(owner, { ms: total, at: current.at, isPaused: current.isPaused || total > mostMs });
    },
    pauseMs(owner) {
      const { ms, isPaused } = look(owner);
      return isPaused ? (ms - mostMs / 2) / perMs : 0;
    },
    isStrained: (owner) => look(owner).ms > 0,
  };
}

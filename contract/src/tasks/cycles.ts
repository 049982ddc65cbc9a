export const maxCycleWeeks = 8;
export const maxCyclePauseWeeks = 4;
export const maxCycleName = 60;
export const maxCycleGoal = 1_000;

/** The outcome of a task in a cycle. Left: not finished in it, and not moved to the next one. */
export const cycleOutcomes = ["done", "moved", "left", "removed"] as const;
export type CycleOutcome = (typeof cycleOutcomes)[number];

/** The cycles of a filter that are not named: by the company's calendar. */
export const cyclePhases = ["current", "next", "past"] as const;
export type CyclePhase = (typeof cyclePhases)[number];

/** Returns the phase of a cycle on this day. */
export function phaseOf(cycle: { startsOn: string; isEnded: boolean }, today: string): CyclePhase {
  return cycle.isEnded ? "past" : cycle.startsOn <= today ? "current" : "next";
}

/** Whether a filter wants tasks of this cycle. An empty filter wants all. */
export function isWantedCycle(
  wanted: readonly string[],
  cycle: { id: string; startsOn: string; isEnded: boolean } | null,
  today: string,
): boolean {
  if (wanted.length === 0) return true;
  if (!cycle) return wanted.includes("none");
  return wanted.includes(cycle.id) || wanted.includes(phaseOf(cycle, today));
}

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

interface CycleDays {
  startsOn: string;
  endsOn: string;
  isEnded: boolean;
}

/** Returns the phase of a cycle on this day. After its last day it is past, also before the server has ended it. */
export function phaseOf({ startsOn, endsOn, isEnded }: CycleDays, today: string): CyclePhase {
  if (isEnded || endsOn < today) return "past";
  return startsOn <= today ? "current" : "next";
}

/** Whether a filter wants tasks of this cycle. An empty filter wants all. */
export function isWantedCycle(
  wanted: readonly string[],
  cycle: (CycleDays & { id: string }) | null,
  today: string,
): boolean {
  if (wanted.length === 0) return true;
  if (!cycle) return wanted.includes("none");
  return wanted.includes(cycle.id) || wanted.includes(phaseOf(cycle, today));
}

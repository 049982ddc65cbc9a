import { editDistance } from "../search/edit-distance.ts";
import { configVariableNames } from "./config.ts";
import { secretFileNames } from "./secret-files.ts";

/** The launcher of a release says with it what it is called. */
const ofLauncher = "ATOLL_LAUNCHER";

/**
 * Returns a line for each variable that looks like one of Atoll's but is not: a misspelt setting would otherwise
 * silently have no effect. Values are not included, because they may be secrets.
 */
export function describeUnknownVariables(env: Record<string, string | undefined>): string[] {
  const own = [...configVariableNames, ...secretFileNames].filter((name) => name.startsWith("ATOLL_"));
  return Object.keys(env)
    .filter((name) => /^ATOLL_/i.test(name) && !own.includes(name) && name !== ofLauncher)
    .sort()
    .map((name) => {
      const nearest = nearestOf(name, own);
      const hint = nearest ? `Did you mean ${nearest}?` : "It has no effect.";
      return `${name} is no setting of Atoll. ${hint}`;
    });
}

/** A greater distance is not a typing mistake. */
const mostSlips = 5;

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, slips: editDistance(name.toUpperCase(), candidate, mostSlips) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.candidate;
}

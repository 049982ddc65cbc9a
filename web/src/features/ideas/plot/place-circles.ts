import { maxEffortWeeks, maxImpact } from "@atoll/contract/ideas/limits";

/** A circle on the plot. */
export interface Place {
  x: number;
  y: number;
  r: number;
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Scored {
  voteCount: number;
  score: { impact: number; effortWeeks: number };
}

/** Circles may cover this part of each other: their figures stay readable. */
const leastApart = 0.75;
const mostSteps = 40;
const goldenAngle = 2.399963;

/** The area stands for the votes, from a circle that still has room for its figure. */
export const radiusOf = (votes: number): number => Math.min(22, Math.sqrt(70 + 3.6 * votes));

/**
 * Pure: where ideas lie between effort and impact, inside the area. Scores are round figures, so several ideas share a
 * point: those with fewer votes move aside until the figures of all can be read.
 */
export function placeCircles<Idea extends Scored>(
  ideas: readonly Idea[],
  { left, top, right, bottom }: Area,
): (Place & { idea: Idea })[] {
  const placed: (Place & { idea: Idea })[] = [];
  for (const idea of ideas.toSorted((one, other) => other.voteCount - one.voteCount)) {
    const { impact, effortWeeks } = idea.score;
    const r = radiusOf(idea.voteCount);
    const x = left + (Math.min(effortWeeks, maxEffortWeeks) / maxEffortWeeks) * (right - left);
    const y = bottom - (Math.min(impact, maxImpact) / maxImpact) * (bottom - top);
    const inside = (at: { x: number; y: number }) => ({
      x: Math.max(left + r, Math.min(right - r, at.x)),
      y: Math.max(top + r, Math.min(bottom - r, at.y)),
    });
    let at = inside({ x, y });
    for (let step = 1; step <= mostSteps && placed.some((other) => isTooNear(at, r, other)); step += 1) {
      const away = r * 0.45 * Math.sqrt(step);
      const angle = step * goldenAngle;
      at = inside({ x: x + away * Math.cos(angle), y: y + away * Math.sin(angle) });
    }
    placed.push({ idea, ...at, r });
  }
  return placed;
}

function isTooNear(at: { x: number; y: number }, r: number, other: Place): boolean {
  return Math.hypot(at.x - other.x, at.y - other.y) < (r + other.r) * leastApart;
}

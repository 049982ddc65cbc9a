import type { Step } from "@atoll/contract/knowledge/outline";
import { z } from "zod";

const stepsSchema = z.array(z.object({ id: z.string(), title: z.string() }));

/** The steps of a version, as its row holds them; none without a version. */
export function parseSteps(steps: unknown): Step[] {
  return steps === null || steps === undefined ? [] : stepsSchema.parse(steps);
}

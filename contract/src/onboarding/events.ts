import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** Events about onboarding. */
export const onboardingEvents = {
  /** Somebody's path has changed: fetch again what shows it. Null: any may have. To those who may see it. */
  "onboarding.changed": z.object({ onboardingId: idSchema.nullable() }),
  /** The viewer no longer sees somebody's path: forget it. */
  "onboarding.gone": z.object({ onboardingId: idSchema }),
  /** A path was written, published or archived. To those who manage onboarding. */
  "onboarding-path.changed": z.object({ pathId: idSchema }),
};

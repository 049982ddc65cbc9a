import { z } from "zod";
import { idSchema } from "../identifiers.ts";

export const questionEvents = {
  /** A question is new, gone, or different in anything but its votes; sent to everybody who might or may read it. */
  "question.changed": z.object({ questionId: idSchema }),
};

import { z } from "zod";
import { draftSchema } from "./schemas.ts";

/** Heard by the writer only. */
export const draftEvents = {
  /** A draft of the viewer was changed on another device; empty: it was sent or thrown away. */
  "draft.changed": z.object({ draft: draftSchema }),
};

import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { ideaSchema, ideaScoreSchema } from "./schemas.ts";

/** Events about ideas, sent to everyone who may read them. */
export const ideaEvents = {
  /** An idea is new, or something about it has changed: as it is now. */
  "idea.changed": z.object({ idea: ideaSchema }),
  /** It was deleted or merged, or the viewer may not read it any more: forget it. */
  "idea.gone": z.object({ ideaId: idSchema }),
  /** The viewer scored it, or took the score back, on whichever device. */
  "idea.scored": z.object({ ideaId: idSchema, ownScore: ideaScoreSchema.nullable() }),
};

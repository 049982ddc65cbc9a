import { z } from "zod";

/** Heard by the asker only. */
export const askAiEvents = {
  /** A conversation of the viewer was started, continued, rated or deleted: their devices fetch it again. */
  "conversation.changed": z.object({}),
};

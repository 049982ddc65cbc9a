import { z } from "zod";

export const askAiEvents = {
  /** The language model was set up, switched on or off. Everybody hears it, and nothing of how it is set up. */
  "ask-model.changed": z.object({}),
  /** Heard by the asker only. A conversation of the viewer was started, continued, rated or deleted: their devices fetch it again. */
  "conversation.changed": z.object({}),
};

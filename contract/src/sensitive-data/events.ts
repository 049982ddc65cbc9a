import { z } from "zod";
import { sensitiveKeys } from "./limits.ts";

/** Events about sensitive cards, to those who see the cards of the key. They never carry a value. */
export const sensitiveDataEvents = {
  /** A card was added, changed, deleted or looked at, or a request was made or approved. */
  "sensitive-cards.changed": z.object({ key: z.enum(sensitiveKeys) }),
};

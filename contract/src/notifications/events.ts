import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { notificationCountsSchema, notificationEntrySchema } from "./schemas.ts";
import { notificationSettingsSchema } from "./settings-schemas.ts";

/** Events about a person's own inbox, sent to all their devices. */
export const notificationEvents = {
  /** One entry is new or different; null: it is gone, or may not be read any more. */
  "notification.changed": z.object({
    id: idSchema,
    entry: notificationEntrySchema.nullable(),
    counts: notificationCountsSchema,
  }),
  /** Several entries are different: fetch the lists that are shown again. */
  "notifications.changed": z.object({ counts: notificationCountsSchema }),
  "settings.changed": z.object({ settings: notificationSettingsSchema }),
};

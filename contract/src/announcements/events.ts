import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { announcementSchema, readStatusSchema } from "./schemas.ts";

/** Events about announcements, sent to viewers who may read them. */
export const announcementEvents = {
  /** It is new, or something about it is different: as it is now. What the viewer did with it stays as it was. */
  "announcement.changed": z.object({
    announcement: announcementSchema,
    /** It was just published, for the first time: nobody has read it. */
    isNew: z.boolean(),
  }),
  /** It was deleted, archived or has expired, or is no longer for the viewer: forget it. */
  "announcement.gone": z.object({ announcementId: idSchema }),
  /** The viewer has read or confirmed it, on whichever device. */
  "announcement.read": z.object({ announcementId: idSchema, readStatus: readStatusSchema }),
  /** Others have read or confirmed it: fetch its ledger again where it is shown. At most one a second. */
  "announcement.readers": z.object({ announcementId: idSchema }),
};

import { z } from "zod";
import { listedAnnouncementSchema } from "./schemas.ts";

/**
 * The content of an announcements panel or card: the newest ones in full, and how many are unread. Specification,
 * section 2.
 */
export const announcementCardSchema = z.object({
  type: z.literal("announcements"),
  announcements: z.array(listedAnnouncementSchema.extend({ content: z.string() })),
  unread: z.int(),
  urgent: z.int(),
  toConfirm: z.int(),
});
export type CardAnnouncement = z.infer<typeof announcementCardSchema>["announcements"][number];

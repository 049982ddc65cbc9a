import { z } from "zod";
import { listedAnnouncementSchema } from "./schemas.ts";

/** What a panel or card of announcements shows: the newest of them, whole, and how many wait. Specification, section 2. */
export const announcementCardSchema = z.object({
  type: z.literal("announcements"),
  announcements: z.array(listedAnnouncementSchema.extend({ content: z.string() })),
  unread: z.int(),
  urgent: z.int(),
});
export type CardAnnouncement = z.infer<typeof announcementCardSchema>["announcements"][number];

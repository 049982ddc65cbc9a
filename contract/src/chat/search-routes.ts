import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { messageHitSchema } from "./message-lists.ts";

/** Specification, section 9. */
export const searchPageSize = 20;

/** A name of the time zone database, as `Intl` tells a browser its own. */

export const searchRoutes = {
  searchMessages: defineRoute({
    method: "GET",
    path: "/api/search/messages",
    summary:
      "Search messages that the viewer may read. Operators: from:, in:, before:, after:, has:file, has:link, is:starred.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 240, windowSeconds: 60, by: "viewer" },
    query: z.object({
      query: storableTextSchema.trim().min(1).max(200),
      channelId: idSchema.optional(),
      /** In which the days of before: and after: begin. */
      timeZone: timeZoneSchema.default("UTC"),
      /** The next page is asked for with `corrected` as the query, where the page before had one. */
      ...pageQuery({ size: searchPageSize, max: 50 }),
    }),
    status: 200,
    response: pageOf(messageHitSchema).extend({
      /** Set when nothing was found as written: the query with words that look like those, by which these were found. */
      corrected: z.string().nullable(),
    }),
    errors: ["forbidden", "channel_not_found"],
  }),
};

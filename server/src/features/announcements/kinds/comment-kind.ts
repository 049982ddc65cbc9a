import {
  announcementState,
  canAlwaysReadAnnouncement,
  canPublishAnnouncements,
  isAddressed,
} from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import type { CommentedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { broadcastChange } from "../notifications/broadcast-change.ts";
import { partsOf } from "../policy.ts";
import { changed } from "../publish/lock-announcement.ts";
import { selectAnnouncements } from "../queries.ts";
import { audienceOf, isReadable } from "../readable.ts";
import { roomsOf } from "../rooms.ts";

/**
 * Comments on announcements. Readers read the comments, and write some if the author allows it and the announcement is
 * published. Its author and publishers delete those of others.
 */
export const announcementComments: CommentedKind = {
  kind: "announcement",
  hold: (tx, id) => sql`SELECT FROM announcements WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, announcementId, people) {
    const row = await selectAnnouncements(db).where("a.id", "=", announcementId).executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    const isOut = announcementState(parts, Date.now()) === "PUBLISHED";
    const readers = people.filter(
      (person) => canAlwaysReadAnnouncement(person, parts) || (isOut && isAddressed(person, audienceOf(row))),
    );
    return new Map(
      readers.map((person) => [
        person.id,
        {
          mayComment: isOut && row.allows_comments,
          mayModerate: person.id === row.author_id || canPublishAnnouncements(person),
        },
      ]),
    );
  },
  isReadable: (viewer, announcementId) =>
    sql<boolean>`EXISTS (SELECT FROM announcements a WHERE a.id = ${announcementId} AND ${isReadable(viewer)})`,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "announcement.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    const row = await tx
      .updateTable("announcements")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: changed.version,
      })
      .where("id", "=", subjectId)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    if (what === "posted")
      await notify(tx, {
        kind: "announcement.comment",
        subjectId,
        actorId,
        people: [row.author_id],
        spared: newlyCalledIds,
      });
    return () => {
      broadcastChange(context, { announcementId: subjectId, before: roomsOf(row) }).catch((error: unknown) =>
        context.log.warn(
          { err: error, announcementId: subjectId },
          "a comment of an announcement was not counted on open screens",
        ),
      );
    };
  },
};

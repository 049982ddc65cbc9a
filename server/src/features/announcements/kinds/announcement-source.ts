import { announcementState } from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { partsOf } from "../policy.ts";
import { listedAt, selectAnnouncements } from "../queries.ts";
import { isReadable } from "../readable.ts";

/** Makes announcements searchable, in every state in which the viewer may read them. */
export const announcementSource: SliceSearchSource = {
  kind: "announcement",
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM announcements a WHERE a.id = ${id} AND ${isReadable(viewer)})`,
  async present(_context, tx, viewer, ids) {
    const rows = await selectAnnouncements(tx)
      .select(["a.content", listedAt.as("listed_at")])
      .where(sql<boolean>`a.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: row.content,
          at: row.listed_at.toISOString(),
          personId: row.author_id,
          departmentIds: row.department_ids,
          link: `/announcements/${row.id}`,
          detail: {
            kind: "announcement",
            priority: row.priority,
            state: announcementState(partsOf(row), Date.now()),
            isForEveryone: row.department_ids.length + row.role_ids.length === 0,
            commentCount: row.comment_count,
          },
        },
      ]),
    );
  },
};

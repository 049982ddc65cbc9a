import {
  type AnnouncementViewer,
  type Audience,
  canPublishAnnouncements,
} from "@atoll/contract/announcements/policy";
import { type RawBuilder, sql } from "kysely";
import { isCurrent } from "./audience.ts";

/** Announcements as subjects of comments, files and search. Stored, and so never changed. */
export const announcementKind = "announcement";

const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);

/** SQL: the announcement `a` is published, and the viewer is in its audience. */
export function isForViewer(viewer: AnnouncementViewer): RawBuilder<boolean> {
  return sql<boolean>`(${isCurrent} AND ${isAddressedTo(viewer)})`;
}

/** SQL: the viewer is in the audience of `a`, in any state. */
export function isAddressedTo(viewer: AnnouncementViewer): RawBuilder<boolean> {
  return sql<boolean>`((a.department_ids = '{}' OR a.department_ids && ${idsOf(viewer.departments)}::uuid[])
    AND (a.role_ids = '{}' OR a.role_ids && ${idsOf(viewer.roles)}::uuid[]))`;
}

/** SQL: the viewer sees `a` in every state, as its author or a publisher. */
export function isManagedBy(viewer: AnnouncementViewer): RawBuilder<boolean> {
  return canPublishAnnouncements(viewer) ? sql<boolean>`true` : sql<boolean>`a.author_id = ${viewer.id}`;
}

/**
 * SQL: the viewer may read the announcement `a` now. Lists, links, files, comments and events all use this set. See
 * docs/decisions/056-audiences-of-announcements.md.
 */
export function isReadable(viewer: AnnouncementViewer): RawBuilder<boolean> {
  return sql<boolean>`(${isForViewer(viewer)} OR ${isManagedBy(viewer)})`;
}

/** Returns the audience of a row. */
export const audienceOf = (row: { department_ids: string[]; role_ids: string[] }): Audience => ({
  departmentIds: row.department_ids,
  roleIds: row.role_ids,
});

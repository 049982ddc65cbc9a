import { canOpenAdmin, hasPermission, type PermissionHolder } from "../permissions.ts";
import type { AnnouncementState, AnnouncementStatus } from "./limits.ts";

/** Writes announcements of one's own. See docs/decisions/060-whom-an-announcement-is-for.md. */
export function canWriteAnnouncements(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "announcements", "create") || canPublishAnnouncements(viewer);
}

/** Publishes, changes, archives and deletes announcements, and so reads the drafts of others. */
export function canPublishAnnouncements(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "announcements", "publish");
}

/** What a policy looks at of a person. */
export type AnnouncementViewer = PermissionHolder & {
  id: string;
  departments: readonly { id: string }[];
  roles: readonly { id: string; name: string }[];
};

/** What a policy looks at of an announcement. */
export interface AnnouncementParts {
  author: { id: string };
  status: AnnouncementStatus;
  scheduledFor: string | null;
  expiresAt: string | null;
}

/** Any of the chosen departments and any of the chosen roles; an empty side sets no limit. */
export interface Audience {
  departmentIds: readonly string[];
  roleIds: readonly string[];
}

/** How it stands at an instant, in milliseconds. */
export function announcementState(
  { status, scheduledFor, expiresAt }: Omit<AnnouncementParts, "author">,
  nowMs: number,
): AnnouncementState {
  if (status === "DRAFT") return scheduledFor === null ? "DRAFT" : "SCHEDULED";
  if (status === "ARCHIVED") return "ARCHIVED";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "EXPIRED" : "PUBLISHED";
}

/** Whether it is for this person now: decided anew whenever it is read. */
export function isAddressed(viewer: AnnouncementViewer, { departmentIds, roleIds }: Audience): boolean {
  const isOneOf = (own: readonly { id: string }[], chosen: readonly string[]) =>
    chosen.length === 0 || own.some(({ id }) => chosen.includes(id));
  return isOneOf(viewer.departments, departmentIds) && isOneOf(viewer.roles, roleIds);
}

/** Sees it in every state: its author, and whoever publishes. */
export function canAlwaysReadAnnouncement(
  viewer: AnnouncementViewer,
  { author }: Pick<AnnouncementParts, "author">,
): boolean {
  return author.id === viewer.id || canPublishAnnouncements(viewer);
}

/** Whoever publishes; and its author, as long as it is a draft that nobody has put on the way. */
export function canEditAnnouncement(viewer: AnnouncementViewer, announcement: AnnouncementParts): boolean {
  const { author, status, scheduledFor } = announcement;
  return (
    canPublishAnnouncements(viewer) ||
    (author.id === viewer.id && status === "DRAFT" && scheduledFor === null && canWriteAnnouncements(viewer))
  );
}

/** Who has read it is for its author and for administrators, of what was published. */
export function canSeeReaders(
  viewer: AnnouncementViewer,
  { author, status }: Pick<AnnouncementParts, "author" | "status">,
): boolean {
  return status !== "DRAFT" && (author.id === viewer.id || canOpenAdmin(viewer));
}

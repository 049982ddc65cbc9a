import { canOpenAdmin, hasPermission, type PermissionHolder } from "../permissions.ts";
import type { AnnouncementState, AnnouncementStatus } from "./limits.ts";

/**
 * Returns whether the viewer may write announcements of their own. See
 * docs/decisions/056-audiences-of-announcements.md.
 */
export function canWriteAnnouncements(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "announcements", "create") || canPublishAnnouncements(viewer);
}

/** Publishes, changes, archives and deletes announcements, and so reads the drafts of others. */
export function canPublishAnnouncements(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "announcements", "publish");
}

/** The fields of a person that the policies read. */
export type AnnouncementViewer = PermissionHolder & {
  id: string;
  departments: readonly { id: string }[];
  roles: readonly { id: string; name: string }[];
};

/** The fields of an announcement that the policies read. */
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

/** Returns whether the announcement is for this person now. Checked at every read. */
export function isAddressed(viewer: AnnouncementViewer, { departmentIds, roleIds }: Audience): boolean {
  const isOneOf = (own: readonly { id: string }[], chosen: readonly string[]) =>
    chosen.length === 0 || own.some(({ id }) => chosen.includes(id));
  return isOneOf(viewer.departments, departmentIds) && isOneOf(viewer.roles, roleIds);
}

/** Returns whether the viewer is asked to confirm its current edition, and has not. Nobody is asked about their own. */
export function isToConfirm(
  viewerId: string,
  { mustRead, edition, author, readStatus }: ConfirmedParts,
): boolean {
  return (
    mustRead && author.id !== viewerId && (readStatus?.edition !== edition || readStatus.confirmedAt === null)
  );
}

interface ConfirmedParts {
  mustRead: boolean;
  edition: number;
  author: { id: string };
  readStatus: { edition: number; confirmedAt: string | null } | null;
}

/** Returns whether the viewer may read it in every state: as its author, or as a publisher. */
export function canAlwaysReadAnnouncement(
  viewer: AnnouncementViewer,
  { author }: Pick<AnnouncementParts, "author">,
): boolean {
  return author.id === viewer.id || canPublishAnnouncements(viewer);
}

/** Returns whether the viewer may edit it: as a publisher, or as its author while it is an unscheduled draft. */
export function canEditAnnouncement(viewer: AnnouncementViewer, announcement: AnnouncementParts): boolean {
  const { author, status, scheduledFor } = announcement;
  return (
    canPublishAnnouncements(viewer) ||
    (author.id === viewer.id && status === "DRAFT" && scheduledFor === null && canWriteAnnouncements(viewer))
  );
}

/** Returns whether the viewer may see who has read a published announcement: its author and administrators. */
export function canSeeReaders(
  viewer: AnnouncementViewer,
  { author, status }: Pick<AnnouncementParts, "author" | "status">,
): boolean {
  return status !== "DRAFT" && (author.id === viewer.id || canOpenAdmin(viewer));
}

import {
  type AnnouncementParts,
  type AnnouncementViewer,
  canEditAnnouncement,
  canPublishAnnouncements,
  canSeeReaders,
  canWriteAnnouncements,
} from "@atoll/contract/announcements/policy";
import { AppError } from "../../platform/app-error.ts";
import type { AnnouncementRow } from "./queries.ts";

/** Returns the parts of a row that the contract's policies need. */
export const partsOf = (
  row: Pick<AnnouncementRow, "author_id" | "status" | "scheduled_for" | "expires_at">,
): AnnouncementParts => ({
  author: { id: row.author_id },
  status: row.status,
  scheduledFor: row.scheduled_for?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** @throws {AppError} `forbidden` if the viewer may not write announcements. */
export function assertMayWrite(viewer: AnnouncementViewer): void {
  if (!canWriteAnnouncements(viewer)) throw new AppError("forbidden", { detail: "no announcements/create" });
}

/** @throws {AppError} `forbidden` if the viewer may not publish announcements. */
export function assertMayPublish(viewer: AnnouncementViewer): void {
  if (!canPublishAnnouncements(viewer))
    throw new AppError("forbidden", { detail: "no announcements/publish" });
}

/** @throws {AppError} `forbidden` if the viewer may read this announcement, but not change it. */
export function assertMayEdit(viewer: AnnouncementViewer, row: Parameters<typeof partsOf>[0]): void {
  if (!canEditAnnouncement(viewer, partsOf(row)))
    throw new AppError("forbidden", { detail: "not theirs to edit" });
}

/**
 * @throws {AppError} `announcement_not_published` for a draft; `forbidden` if the viewer is not its author or an
 *   administrator.
 */
export function assertMaySeeReaders(viewer: AnnouncementViewer, row: Parameters<typeof partsOf>[0]): void {
  const parts = partsOf(row);
  if (!canSeeReaders(viewer, { ...parts, status: "PUBLISHED" }))
    throw new AppError("forbidden", { detail: "readers" });
  if (!canSeeReaders(viewer, parts)) throw new AppError("announcement_not_published");
}

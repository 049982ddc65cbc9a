import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import type { Announcement } from "@atoll/contract/announcements/schemas";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import type { Priority } from "../../../ui/badge/priority-badge.tsx";

const names: Record<AnnouncementPriority, Priority> = {
  URGENT: "urgent",
  HIGH: "high",
  MEDIUM: "medium",
  LOW: "low",
};

/** As the badge of the kit knows it. */
export const priorityOf = ({ priority }: Pick<Announcement, "priority">): Priority => names[priority];

/** Specification, section 8: unknown authors show as Unknown. */
export const authorOf = ({ author }: { author: { name: string } }): string =>
  author.name.trim() === "" ? "Unknown" : author.name;

/** "20 Nov, 07:31". */
export const momentOf = (instant: string): string => `${formatDate(instant)}, ${formatTime(instant)}`;

/** "Published 20 Nov, 07:31. Expires 1 Dec, 09:00." */
export function whenOf(announcement: Announcement): string {
  const { publishedAt, expiresAt, scheduledFor, createdAt, editionAt } = announcement;
  const began = publishedAt
    ? `Published ${momentOf(publishedAt)}.`
    : scheduledFor
      ? `Goes out ${momentOf(scheduledFor)}.`
      : `Started ${momentOf(createdAt)}.`;
  const changed = editionAt ? ` Changed ${momentOf(editionAt)}.` : "";
  return `${began}${changed}${expiresAt ? ` Expires ${momentOf(expiresAt)}.` : ""}`;
}

/** "Backend or DevOps, and lead". */
export function audienceInWords({ departments, roles }: Pick<Announcement, "departments" | "roles">): string {
  const list = (parts: readonly { name: string }[]) => parts.map(({ name }) => name).join(" or ");
  if (departments.length === 0 && roles.length === 0) return "Everyone";
  if (roles.length === 0) return list(departments);
  return departments.length === 0 ? list(roles) : `${list(departments)}, and ${list(roles)}`;
}

import { type AnnouncementViewer, canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import { canOpenAdmin } from "@atoll/contract/permissions";
import { ownRoom } from "../people/access.ts";

/** One side of an audience that sets no limit. */
const everything = "*";
/** Of those who are in this department and hold this role: an audience is a few of these. */
const audienceRoom = (departmentId: string, roleId: string) => `announcements:${departmentId}:${roleId}`;
const publishersRoom = "announcements:publishers";
const administratorsRoom = "announcements:administrators";

/** The rooms in which a viewer hears of the announcements that they may read: the same set as `isReadable`. */
export function announcementRooms(viewer: AnnouncementViewer): string[] {
  const sides = (own: readonly { id: string }[]) => [everything, ...own.map(({ id }) => id)];
  return [
    ...sides(viewer.departments).flatMap((department) =>
      sides(viewer.roles).map((role) => audienceRoom(department, role)),
    ),
    ...(canPublishAnnouncements(viewer) ? [publishersRoom] : []),
    ...(canOpenAdmin(viewer) ? [administratorsRoom] : []),
  ];
}

interface Addressed {
  author_id: string;
  department_ids: readonly string[];
  role_ids: readonly string[];
  status: string;
  expires_at: Date | null;
}

/** The rooms of all who may read an announcement as it is: each person hears once, however many they are in. */
export function roomsOf(row: Addressed): string[] {
  const managers = [publishersRoom, ownRoom(row.author_id)];
  const isCurrent =
    row.status === "PUBLISHED" && (row.expires_at === null || row.expires_at.getTime() > Date.now());
  return isCurrent ? [...managers, ...roomsOfAudience(row)] : managers;
}

/** The rooms of those it is for. */
export function roomsOfAudience({
  department_ids,
  role_ids,
}: Pick<Addressed, "department_ids" | "role_ids">): string[] {
  const sides = (chosen: readonly string[]) => (chosen.length === 0 ? [everything] : chosen);
  return sides(department_ids).flatMap((department) =>
    sides(role_ids).map((role) => audienceRoom(department, role)),
  );
}

/** The rooms of those who see who has read it. */
export const roomsOfReaders = (authorId: string): string[] => [administratorsRoom, ownRoom(authorId)];

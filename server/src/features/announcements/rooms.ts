import { type AnnouncementViewer, canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import { canOpenAdmin } from "@atoll/contract/permissions";
import { ownRoom } from "../people/public.ts";

/** Stands for all departments or all roles. */
const everything = "*";
/** Returns the room of people in this department with this role. An audience is a few of these. */
const audienceRoom = (departmentId: string, roleId: string) => `announcements:${departmentId}:${roleId}`;
const publishersRoom = "announcements:publishers";
const administratorsRoom = "announcements:administrators";

/** Returns the rooms for the announcements that a viewer may read: the same set as `isReadable`. */
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

/** Returns the rooms of all people who may read an announcement now. A person in several gets the event once. */
export function roomsOf(row: Addressed): string[] {
  const managers = [publishersRoom, ownRoom(row.author_id)];
  const isCurrent =
    row.status === "PUBLISHED" && (row.expires_at === null || row.expires_at.getTime() > Date.now());
  return isCurrent ? [...managers, ...roomsOfAudience(row)] : managers;
}

/** Returns the rooms of an audience. */
export function roomsOfAudience({
  department_ids,
  role_ids,
}: Pick<Addressed, "department_ids" | "role_ids">): string[] {
  const sides = (chosen: readonly string[]) => (chosen.length === 0 ? [everything] : chosen);
  return sides(department_ids).flatMap((department) =>
    sides(role_ids).map((role) => audienceRoom(department, role)),
  );
}

/** Returns the rooms of the people who may see who has read an announcement. */
export const roomsOfReaders = (authorId: string): string[] => [administratorsRoom, ownRoom(authorId)];

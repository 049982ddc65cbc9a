import {
  canManageKnowledge,
  canWriteKnowledge,
  type KnowledgeViewer,
} from "@atoll/contract/knowledge/policy";
import { ownRoom } from "../../people/public.ts";

/** One side of an audience that sets no limit. */
const everything = "*";
/** Those who are in this department and hold this role. */
const audienceRoom = (departmentId: string, roleId: string) => `knowledge:${departmentId}:${roleId}`;
/** The same, of those who write: they see drafts. */
const writersRoom = (departmentId: string, roleId: string) => `knowledge-writers:${departmentId}:${roleId}`;
const managersRoom = "knowledge:managers";

/** The rooms in which a viewer hears of the articles that they may read: the same set as `isReadable`. */
export function knowledgeRooms(viewer: KnowledgeViewer): string[] {
  if (canManageKnowledge(viewer)) return [managersRoom];
  const room = canWriteKnowledge(viewer) ? [audienceRoom, writersRoom] : [audienceRoom];
  return sidesOf(viewer.departments).flatMap((department) =>
    sidesOf(viewer.roles).flatMap((role) => room.map((of) => of(department, role))),
  );
}

const sidesOf = (own: readonly { id: string }[]) => [everything, ...own.map(({ id }) => id)];

/** Those who see who has read an article. */
export const roomsOfReaders = (ownerId: string): string[] => [managersRoom, ownRoom(ownerId)];

/** The columns that decide who hears of an article. */
export interface HeardRow {
  id: string;
  kind: "article" | "sop" | "faq";
  owner_id: string;
  created_by: string;
  reviewer_id: string | null;
  status: string;
  shown_department_ids: readonly string[];
  shown_role_ids: readonly string[];
  is_shared: boolean;
}

/** The rooms of all who may read an article as it is. */
export function roomsOf(row: HeardRow): string[] {
  const audience = row.status === "PUBLISHED" ? audienceRoom : writersRoom;
  const sides = (chosen: readonly string[]) => (chosen.length === 0 ? [everything] : chosen);
  const named = [row.owner_id, row.created_by, ...(row.reviewer_id === null ? [] : [row.reviewer_id])];
  if (!row.is_shared) return named.map(ownRoom);
  return [
    managersRoom,
    ...named.map(ownRoom),
    ...sides(row.shown_department_ids).flatMap((department) =>
      sides(row.shown_role_ids).map((role) => audience(department, role)),
    ),
  ];
}

import type { BoardViewer } from "@atoll/contract/brainstorm/policy";
import { ownRoom } from "../people/public.ts";
import type { GrantRow } from "./readable.ts";

const everyone = "boards:*";
const departmentRoom = (departmentId: string) => `boards:${departmentId}`;

/** The rooms in which a viewer hears of boards, besides their own: the same set as `isReadable`. */
export function boardRooms(viewer: BoardViewer): string[] {
  return [everyone, ...viewer.departments.map(({ id }) => departmentRoom(id))];
}

/** The rooms of everyone who may read a board as it is now. */
export function roomsOf(row: { owner_id: string; grants: readonly GrantRow[] }): string[] {
  const granted = row.grants.flatMap(({ kind, granteeId }) => {
    if (kind === "everyone") return [everyone];
    if (granteeId === null) return [];
    return kind === "person" ? [ownRoom(granteeId)] : [departmentRoom(granteeId)];
  });
  return [...new Set([ownRoom(row.owner_id), ...granted])];
}

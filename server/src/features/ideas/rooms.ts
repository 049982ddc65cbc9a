import { canModerateIdeas, type IdeaViewer } from "@atoll/contract/ideas/policy";
import { ownRoom } from "../people/public.ts";

/** An audience that sets no limit. */
const everyone = "*";
const audienceRoom = (departmentId: string) => `ideas:${departmentId}`;
const hiddenRoom = (departmentId: string) => `ideas:hidden:${departmentId}`;

/** The rooms in which a viewer hears of the ideas that they may read: the same set as `isReadable`. */
export function ideaRooms(viewer: IdeaViewer): string[] {
  const audiences = [everyone, ...viewer.departments.map(({ id }) => id)];
  return [...audiences.map(audienceRoom), ...(canModerateIdeas(viewer) ? audiences.map(hiddenRoom) : [])];
}

interface Addressed {
  writer_id: string;
  owner_id: string | null;
  audience_ids: readonly string[];
  hidden_at: Date | null;
  merged_into_id: string | null;
}

/** The rooms of everyone who may read an idea as it is now; nobody reads a merged one. */
export function roomsOf(row: Addressed): string[] {
  if (row.merged_into_id !== null) return [];
  const audiences = row.audience_ids.length === 0 ? [everyone] : row.audience_ids;
  const writer = ownRoom(row.writer_id);
  if (row.hidden_at !== null) return [writer, ...audiences.map(hiddenRoom)];
  return [writer, ...(row.owner_id === null ? [] : [ownRoom(row.owner_id)]), ...audiences.map(audienceRoom)];
}

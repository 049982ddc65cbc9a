import { sql } from "kysely";
import type { EntryColumns } from "../../platform/kinds/notification-kinds.ts";

/** The columns of the entry `n`, in every statement of this slice. */
export const entryColumns: EntryColumns = {
  userId: sql<string>`n.user_id`,
  subjectId: sql<string>`n.subject_id`,
  placeId: sql<string>`n.place_id`,
  firstSeq: sql<number>`n.first_seq`,
  lastSeq: sql<number>`n.last_seq`,
};

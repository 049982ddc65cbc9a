import type { ColumnType, Generated } from "kysely";

/** Any value, as JSON; written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>;

/** The history of what people change, of all kinds. */
export interface ChangeTables {
  object_changes: {
    id: Generated<number>;
    change_id: string;
    subject_kind: string;
    subject_id: string;
    /** Null if nobody may learn who made the change. */
    actor_id: string | null;
    at: Generated<Date>;
    field: string;
    before: Json;
    after: Json;
    /** A hash of the request. Null for changes that the server makes itself. */
    sent_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    undone_at: Generated<Date | null>;
  };
}

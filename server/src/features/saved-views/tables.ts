import type { Generated } from "kysely";

export interface SavedViewTables {
  saved_views: {
    id: string;
    user_id: string;
    place: string;
    name: string;
    query: string;
    position: number;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
}

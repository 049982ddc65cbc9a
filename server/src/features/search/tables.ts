import type { ColumnType, Generated } from "kysely";

/** The rows of the tables of search. Only the database writes the index itself. */
export interface SearchTables {
  search_entries: {
    kind: string;
    id: string;
    at: Date;
    subject_kind: string | null;
    subject_id: string | null;
    title: string;
    folded: string;
    lexemes: string;
  };
  search_synonyms: {
    id: Generated<string>;
    groups: ColumnType<string[][], string, string>;
    version: Generated<number>;
  };
  search_opened: { user_id: string; kind: string; thing_id: string; opened_at: Generated<Date> };
  recent_searches: {
    id: Generated<number>;
    user_id: string;
    address: string;
    searched_at: Generated<Date>;
  };
  saved_searches: {
    id: string;
    user_id: string;
    name: string;
    address: string;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
}

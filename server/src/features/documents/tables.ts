import type { Generated } from "kysely";

/** The tables of shared drafts, as rows. */
export interface DocumentTables {
  documents: {
    epoch: string;
    /** As registered; see `DocumentKind`. */
    subject_kind: string;
    subject_id: string;
    schema_version: number;
    sequence: Generated<number>;
    snapshot: Buffer;
    snapshot_sequence: Generated<number>;
    size_bytes: number;
    /** Until then nothing is stored: somebody publishes the draft as it is. */
    held_until: Generated<Date | null>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  document_clients: {
    epoch: string;
    /** As Yjs numbers a page. */
    client_id: number;
    user_id: string;
  };
  unplaced_texts: {
    id: string;
    user_id: string;
    subject_kind: string;
    subject_id: string;
    text: string;
    created_at: Generated<Date>;
  };
  document_updates: {
    epoch: string;
    sequence: number;
    content: Buffer;
    created_at: Generated<Date>;
  };
}

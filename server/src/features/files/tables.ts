import type { Attachment } from "@atoll/contract/files/schemas";
import type { Generated } from "kysely";

/** The table of files, as rows. */
export interface FileTables {
  files: {
    id: string;
    owner_id: string;
    /** As registered; see `FileKind`. */
    subject_kind: string;
    /** Null until it is attached. */
    subject_id: string | null;
    /** Among the files of its subject. */
    position: Generated<number>;
    bucket: string;
    key: string;
    filename: string;
    original_name: string;
    mime_type: string;
    size_bytes: number;
    /** Null for files stored before hashes were introduced. */
    sha256: Generated<string | null>;
    width: number | null;
    height: number | null;
    preview: Attachment["preview"];
    has_thumbnail: Generated<boolean>;
    created_at: Generated<Date>;
    /** Once set, the file belongs to nobody and is swept up. */
    discarded_at: Generated<Date | null>;
  };
  /** Files whose text can be extracted. */
  file_texts: {
    file_id: string;
    state: Generated<"due" | "read" | "unreadable">;
    tries: Generated<number>;
    due_at: Generated<Date>;
    text: Generated<string>;
  };
}

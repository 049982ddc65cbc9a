import type { CommentPart } from "@atoll/contract/comments/schemas";
import type { Mention } from "@atoll/contract/mention-schema";
import type { ColumnType, Generated } from "kysely";

/** The table of comments, as rows. */
export interface CommentTables {
  comments: {
    id: string;
    /** As registered; see `CommentKind`. */
    subject_kind: string;
    subject_id: string;
    author_id: string;
    content: string;
    mentions: ColumnType<Mention[], string, string>;
    /** The part of the subject that it is about; null: the whole. */
    about: ColumnType<CommentPart | null, string | null | undefined, string | null>;
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
    edited_at: Generated<Date | null>;
    /** Once set, the text and files are gone. */
    deleted_at: Generated<Date | null>;
  };
}

import type { Mention } from "@atoll/contract/mention-schema";
import type { ColumnType, Generated } from "kysely";

type Mentions = ColumnType<Mention[], string, string>;

/** The tables of questions, as rows. */
export interface QuestionTables {
  question_tags: { id: Generated<string>; name: string };
  questions: {
    id: string;
    title: string;
    content: string;
    /** Null: asked anonymously. */
    author_id: string | null;
    tag_ids: Generated<string[]>;
    department_id: string | null;
    is_private: boolean;
    asked_id: string | null;
    /** Set by a trigger. */
    asked_at: Generated<Date | null>;
    mentions: Mentions;
    chosen_answer_id: Generated<string | null>;
    chosen_at: Generated<Date | null>;
    accepted_answer_id: Generated<string | null>;
    answer_count: Generated<number>;
    view_count: Generated<number>;
    duplicate_of: Generated<string | null>;
    faq_id: Generated<string | null>;
    outdated_at: Generated<Date | null>;
    confirmed_at: Generated<Date | null>;
    text_version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    active_at: Generated<Date>;
    edited_at: Generated<Date | null>;
  };
  question_answers: {
    id: string;
    question_id: string;
    author_id: string;
    content: string;
    mentions: Mentions;
    sent_hash: Buffer;
    version: Generated<number>;
    created_at: Generated<Date>;
    edited_at: Generated<Date | null>;
    deleted_at: Generated<Date | null>;
  };
  question_edits: {
    id: Generated<string>;
    question_id: string;
    answer_id: Generated<string | null>;
    editor_id: string | null;
    title_before: string | null;
    content_before: string;
    created_at: Generated<Date>;
  };
  question_asked: { question_id: string; person_id: string };
  question_views: { question_id: string; person_id: string; seen_at: Generated<Date> };
}

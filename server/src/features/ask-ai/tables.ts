import type {
  AnswerFailure,
  AnswerState,
  AskDraft,
  AskScope,
  AskSummary,
} from "@atoll/contract/ask-ai/schemas";
import type { ColumnType, Generated } from "kysely";
import type { HitReference } from "../../platform/search/search-sources.ts";

/** A passage of a question. */
export interface PassageReference extends HitReference {
  /** Hashes of the lines that it had when the answer was written. Missing in answers of earlier versions. */
  lines?: string[];
}

/** The tables of Ask AI, as rows. */
export interface AskAiTables {
  ask_model: {
    id: Generated<string>;
    is_on: boolean;
    address: string;
    is_host_allowed: boolean;
    sealed_key: Buffer | null;
    key_id: string | null;
    chat_model: string;
    embedding_model: string;
    context_tokens: number;
    person_daily_answers: number;
    company_daily_answers: number;
    history_days: Generated<number>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    vector_model: Generated<string>;
    vector_width: number | null;
    vector_failure: string | null;
  };
  ask_vectors: {
    model: string;
    kind: string;
    entry_id: string | null;
    message_id: string | null;
    channel_id: string | null;
    part: number;
    signs: string;
    numbers: Buffer;
  };
  ask_usage: {
    day: string;
    user_id: string;
    answers: Generated<number>;
    failed: Generated<number>;
    prompt_tokens: Generated<number>;
    answer_tokens: Generated<number>;
  };
  ask_conversations: { id: string; user_id: string; title: string; at: Generated<Date> };
  ask_turns: {
    id: string;
    conversation_id: string;
    question: string;
    scope: ColumnType<AskScope, string, never>;
    summary: ColumnType<AskSummary | null, string | null, never>;
    draft: AskDraft | null;
    passages: ColumnType<PassageReference[], string, string>;
    is_weak: boolean;
    is_helpful: boolean | null;
    sent_hash: Buffer;
    asked_at: Generated<Date>;
    answer_state: AnswerState | null;
    answer: Generated<string>;
    answer_failure: AnswerFailure | null;
    answer_run: string | null;
    answer_at: Date | null;
    prompt_count: Generated<number>;
    shared_at: Date | null;
  };
}

import type { AskScope } from "@atoll/contract/ask-ai/schemas";
import type { ColumnType, Generated } from "kysely";
import type { HitReference } from "../../platform/search/search-sources.ts";

/** The tables of Ask AI, as rows. */
export interface AskAiTables {
  ask_conversations: { id: string; user_id: string; title: string; at: Generated<Date> };
  ask_turns: {
    id: string;
    conversation_id: string;
    question: string;
    scope: ColumnType<AskScope, string, never>;
    passages: ColumnType<HitReference[], string, never>;
    is_weak: boolean;
    is_helpful: boolean | null;
    sent_hash: Buffer;
    asked_at: Generated<Date>;
  };
}

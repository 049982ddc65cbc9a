import type { Conversation, Turn } from "@atoll/contract/ask-ai/schemas";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { presentPassages } from "../search/access.ts";
import type { ConversationRow } from "./access.ts";
import type { TurnRow } from "./queries.ts";

export function presentConversation({ id, title, at }: ConversationRow): Conversation {
  return { id, title, at: at.toISOString() };
}

/** Questions with their passages, read again as the asker may read them now. */
export async function presentTurns(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  rows: readonly TurnRow[],
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const row of rows) {
    const passages = await presentPassages(context, tx, viewer, {
      question: row.question,
      references: row.passages,
    });
    turns.push({
      id: row.id,
      question: row.question,
      scope: row.scope,
      askedAt: row.asked_at.toISOString(),
      passages,
      goneCount: row.passages.length - passages.length,
      isWeak: row.is_weak,
      isHelpful: row.is_helpful,
    });
  }
  return turns;
}

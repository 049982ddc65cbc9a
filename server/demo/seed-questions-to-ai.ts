import { sql } from "kysely";
import type { Database } from "../src/tables.ts";
import { demoId } from "./ids.ts";
import type { DemoCompany } from "./types.ts";
import { type WrittenConversation, writtenConversations } from "./written-conversations.ts";

const hourMs = 3_600_000;

/**
 * Gives the demo accounts their own history in Ask AI: questions with their sources, and an answer to most. The texts they
 * cite must have been written before.
 */
export async function seedQuestionsToAi(tx: Database, { people }: DemoCompany, now: Date): Promise<void> {
  for (const conversation of writtenConversations) {
    const asker = people.find(({ key }) => key === conversation.asker);
    if (!asker) throw new Error(`nobody is called ${conversation.asker}`);
    await insertConversation(tx, asker.id, conversation, now);
  }
}

async function insertConversation(
  tx: Database,
  userId: string,
  { question, hoursAgo, sources, answer, isHelpful }: WrittenConversation,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - hoursAgo * hourMs);
  const id = demoId(at, `conversation ${userId} ${question}`);
  const passages = await findSources(tx, sources);
  await sql`INSERT INTO ask_conversations (id, user_id, title, at) VALUES (${id}, ${userId}, ${question}, ${at})`.execute(
    tx,
  );
  await sql`INSERT INTO ask_turns (id, conversation_id, question, scope, passages, is_weak, is_helpful, sent_hash, asked_at,
      answer_state, answer, answer_at, prompt_count)
    VALUES (${demoId(at, `turn ${userId} ${question}`)}, ${id}, ${question}, '{"kind":"everything"}',
      ${JSON.stringify(passages)}, false, ${isHelpful ?? null}, '\\x00', ${at}, ${answer === null ? null : "complete"},
      ${answer ?? ""}, ${at}, ${answer === null ? 0 : passages.length})`.execute(tx);
}

/** Finds the entries with these titles, in the order of the titles. */
async function findSources(tx: Database, sources: WrittenConversation["sources"]) {
  const { rows } = await sql<{ kind: string; id: string }>`
    SELECT wanted.kind, found.id FROM jsonb_to_recordset(${JSON.stringify(
      sources.map(([kind, title], place) => ({ kind, title, place })),
    )}::jsonb) AS wanted (kind text, title text, place int)
    CROSS JOIN LATERAL (SELECT e.id FROM search_entries e
      WHERE e.kind = wanted.kind AND starts_with(e.title, lower(wanted.title)) ORDER BY e.title, e.id LIMIT 1) found
    ORDER BY wanted.place`.execute(tx);
  if (rows.length !== sources.length) throw new Error(`a source is missing: ${JSON.stringify(sources)}`);
  // These answers were written by hand: which lines their sources had is not known.
  return rows.map((row) => ({ ...row, lines: [] }));
}

import { sql } from "kysely";
import type { Database } from "../src/tables.ts";
import { demoId } from "./ids.ts";
import type { DemoCompany } from "./types.ts";

interface WrittenConversation {
  /** The key of the person who asked. */
  asker: string;
  hoursAgo: number;
  question: string;
  /** The kind of each source and the start of its title. The answer cites them by their place, from 1. */
  sources: readonly (readonly [kind: string, title: string])[];
  /** Null: no language model wrote one, so the sources are quoted. */
  answer: string | null;
  isHelpful?: boolean;
}

/** Questions that the demo accounts have asked Ask AI. Every sentence repeats its source. */
const writtenConversations: readonly WrittenConversation[] = [
  {
    asker: "marisol",
    hoursAgo: 3,
    question: "How do I roll back a release, and who has to approve it?",
    sources: [
      ["article", "Rollback"],
      ["announcement", "Payments freeze from"],
    ],
    answer: `Stop the release train first, then return to the last release marked good. [1]

1. Open the deploy list and find the last release marked good. [1]
2. Post in deploys what you are rolling back, why, and who is doing it. [1]
3. Cordon the new pool, then uncordon the old one and wait for two green probes before moving traffic. [1]
4. Stay for ten minutes and watch the probes. [1]

Billing and checkout also need Kofi or a second approver from Backend. [1]`,
    isHelpful: true,
  },
  {
    asker: "marisol",
    hoursAgo: 27,
    question: "What is the notice period?",
    sources: [["article", "What is the notice period"]],
    answer: "Four weeks to the end of a month in the first year, then two months. [1]",
  },
  {
    asker: "marisol",
    hoursAgo: 75,
    question: "Which logo goes on a white background?",
    sources: [["article", "Which logo goes on a white background"]],
    answer: null,
  },
  {
    asker: "greta",
    hoursAgo: 5,
    question: "How many days of holiday do people have?",
    sources: [["article", "How many days of holiday"]],
    answer:
      "People have 25 days a year, and the public holidays of the country they live in. [1] Five days may move to the next year, until the end of March. [1]",
    isHelpful: true,
  },
  {
    asker: "ruth",
    hoursAgo: 9,
    question: "Where is the newest price sheet?",
    sources: [["article", "Where is the newest price sheet"]],
    answer: "It is in pricing, pinned at the top. [1] Older copies elsewhere are not valid. [1]",
  },
  {
    asker: "aiko",
    hoursAgo: 12,
    question: "My laptop is broken. What should I do?",
    sources: [["article", "My laptop is broken"]],
    answer:
      "Bring it to the platform room, or write in ask-devops if you are away. [1] A loan laptop is ready the same day. [1]",
  },
  {
    asker: "tomasz",
    hoursAgo: 20,
    question: "Who is on call?",
    sources: [["article", "Who is on call"]],
    answer: "The topic of incidents names them. [1] They change on Mondays at nine. [1]",
  },
  {
    asker: "dev",
    hoursAgo: 7,
    question: "How do I use the VPN on a train?",
    sources: [["article", "How do I use the VPN on a train"]],
    answer:
      "Choose Patient under the profile's settings. [1] It keeps the tunnel open for ten minutes without a signal. [1]",
    isHelpful: true,
  },
  {
    asker: "hanne",
    hoursAgo: 30,
    question: "What is the notice period?",
    sources: [["article", "What is the notice period"]],
    answer: "Four weeks to the end of a month in the first year, then two months. [1]",
  },
];

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

import { passageLength } from "@atoll/contract/ask-ai/limits";
import type { Answer, Conversation, Turn } from "@atoll/contract/ask-ai/schemas";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { PassageReference } from "../../stored-values.ts";
import type { Database } from "../../tables.ts";
import { type Passage, presentPassages, shortenPassage } from "../search/public.ts";
import { promptPassageLength, sourceText } from "./answer/build-prompt.ts";
import { markUnsupported } from "./answer/check-support.ts";
import { isUnderWay } from "./answer/claim-answer.ts";
import type { ConversationRow } from "./public.ts";
import type { TurnRow } from "./queries.ts";

export function presentConversation({ id, title, at }: ConversationRow): Conversation {
  return { id, title, at: at.toISOString() };
}

/** Questions with their passages and answers, read again as the viewer may read them now. */
export async function presentTurns(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  rows: readonly TurnRow[],
): Promise<Turn[]> {
  const lists = rows.map(({ question, passages: references, summary }) => ({
    question,
    references,
    isSummary: summary !== null,
  }));
  const passagesOf = await presentPassages(context, tx, viewer, lists, promptPassageLength);
  return rows.map((row, number) => {
    const passages = passagesOf[number] ?? [];
    return {
      id: row.id,
      question: row.question,
      scope: row.scope,
      summary: row.summary,
      draft: row.draft,
      askedAt: row.asked_at.toISOString(),
      passages: passages.map(({ hit }) => ({ ...hit, text: shortenPassage(hit.text, passageLength) })),
      goneCount: row.passages.length - passages.length,
      isWeak: row.is_weak,
      isHelpful: row.is_helpful,
      answer: presentAnswer(row, passages),
      isShared: row.shared_at !== null,
    };
  });
}

/**
 * The answer, unless a passage that it was written from is gone, closed to the viewer, or has lost a line: any of its
 * sentences may say what stood there, whatever it cites.
 */
function presentAnswer(row: TurnRow, passages: readonly Passage[]): Answer | null {
  const { answer_state: state, answer: text, prompt_count: usedCount } = row;
  if (state === null) return null;
  const linesNow = new Map(passages.map(({ hit, lines }) => [`${hit.kind}/${hit.id}`, new Set(lines)]));
  const used = row.passages.slice(0, usedCount);
  const isReadable = used.every(({ kind, id }) => linesNow.has(`${kind}/${id}`));
  const changes = used.map((passage) => changeOf(passage, linesNow.get(`${passage.kind}/${passage.id}`)));
  const isWithheld = !isReadable || changes.includes("lost");
  const texts = passages.slice(0, usedCount).map(sourceText);
  return {
    // Its process has died.
    state: state === "writing" && !isUnderWay(row) ? "stopped" : state,
    text: isWithheld ? "" : markUnsupported(text, texts, row.question),
    usedCount,
    isWithheld,
    hasChanged: isReadable && changes.some((change) => change !== "none"),
    failure: row.answer_failure,
  };
}

/** Answers of earlier versions do not say what their passages were, so nothing shows that it still is there. */
function changeOf({ lines }: PassageReference, now: ReadonlySet<string> = new Set()) {
  if (!lines?.every((line) => now.has(line))) return "lost";
  if (lines.length === 0) return "none";
  return new Set(lines).size === now.size ? "none" : "added";
}

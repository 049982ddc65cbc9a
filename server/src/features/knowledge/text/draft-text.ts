import { createHash } from "node:crypto";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { findExcess, readDocument } from "../../documents/public.ts";

/** The draft of an article as a shared document. */
export const documentOf = (articleId: string) => ({ kind: "article", id: articleId });

/** The current text of a draft. */
export interface DraftText {
  body: string;
  /** The beginning of a block that Markdown would not give back as it is; null: all of it survives. */
  lost: string | null;
  /** The limit that it exceeds. */
  excess?: string | undefined;
  /** When the shared document changed last; null where none is open. */
  changedAt: Date | null;
}

/**
 * The text of a draft as Markdown: of the shared document, or of the row where none is open, as for the FAQ.
 * @param lockedFrom keeps everybody from writing until the transaction ends; see `readDocument`.
 */
export async function readDraftText(
  db: Database,
  draft: { article_id: string; body: string },
  lockedFrom?: Database,
): Promise<DraftText> {
  const document = await readDocument(db, documentOf(draft.article_id), { lockedFrom });
  if (!document) return { body: draft.body, lost: null, changedAt: null };
  const [first] = document.lost;
  return {
    body: document.markdown.trimEnd(),
    lost: first ? first.excerpt || first.type : null,
    excess: document.excess,
    changedAt: document.changedAt,
  };
}

/**
 * The same of a text that is about to be approved or published.
 * @param db the database outside the transaction.
 * @throws {AppError} `draft_unsafe`, which names a block that Markdown would not give back; `document_too_large` for a text
 * that no later draft could begin from.
 */
export async function readSafeText(
  db: Database,
  tx: Database,
  draft: { article_id: string; body: string },
): Promise<string> {
  const { body, lost, excess = findExcess(body) } = await readDraftText(tx, draft, db);
  if (lost !== null) throw new AppError("draft_unsafe", { figures: { block: lost } });
  if (excess !== undefined)
    throw new AppError("document_too_large", {
      detail: "the draft is nested too deeply",
      figures: { limit: excess },
    });
  return body;
}

interface WholeText {
  title: string;
  summary: string;
  body: string;
  effective_on: string | null;
}

/** Names one exact text. An approval is for this hash, and for no other text. */
export function hashText({ title, summary, body, effective_on }: WholeText): string {
  return createHash("sha256")
    .update(JSON.stringify([title, summary, body, effective_on]))
    .digest("hex");
}

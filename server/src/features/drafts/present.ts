import type { Draft } from "@atoll/contract/drafts/schemas";

export function presentDraft(row: { subject: string; content: string; updated_at: Date }): Draft {
  return { subject: row.subject, content: row.content, updatedAt: row.updated_at.toISOString() };
}

import { createHash } from "node:crypto";

interface DraftText {
  title: string;
  summary: string;
  body: string;
  effective_on: string | null;
}

/** Names one exact text. An approval is for this hash, and for no other text. */
export function hashText({ title, summary, body, effective_on }: DraftText): string {
  return createHash("sha256")
    .update(JSON.stringify([title, summary, body, effective_on]))
    .digest("hex");
}

import type { Hit } from "@atoll/contract/search/hit-schemas";
import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { counted } from "../../../lib/counted.ts";
import { Marked } from "../../../ui/base/marked.tsx";
import { AnswersBox } from "../answers-box.tsx";

/** Something that is there already, with what both have in common marked. */
export function SimilarRow({ hit, action }: { hit: Hit; action: ReactNode }) {
  const { detail } = hit;
  return (
    <li className="flex items-center gap-3 py-2 not-first:border-t">
      {detail.kind === "question" ? (
        <AnswersBox size="sm" count={detail.answerCount} isAccepted={detail.acceptedBy !== null} />
      ) : (
        <span className="grid h-11 w-[52px] flex-none place-items-center rounded-md bg-surface-raised text-muted">
          <BookOpen size={16} aria-hidden />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere">
          <Marked {...hit.title} />
        </span>
        <span className="block text-muted text-xs">{noteOf(hit)}</span>
      </span>
      {action}
    </li>
  );
}

function noteOf({ detail }: Hit): string {
  if (detail.kind !== "question") return "In the knowledge base";
  const answered = detail.isInFaq
    ? "In the FAQ"
    : detail.acceptedBy
      ? `Answered by ${authorName(detail.acceptedBy)}`
      : detail.answerCount === 0
        ? "No answer yet"
        : "";
  return [counted(detail.votes, "vote"), answered].filter((part) => part !== "").join(" · ");
}

import type { ReactNode } from "react";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { AskLink } from "../shared/ask-link.ts";

/** A knowledge base without a published page: authors write the first one, everyone can ask. */
export function EmptyBase({ ask, start }: { ask: AskLink; start: ReactNode }) {
  return (
    <div className="rounded-lg border bg-surface-raised py-10 shadow-1">
      <EmptyState
        title="Nothing is published yet"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {start}
            {ask("", "Ask a question")}
          </span>
        }
      >
        {start
          ? "Write an article, a procedure or an answer, or import Markdown on the Articles tab."
          : "Articles, procedures and answers appear here once they are published."}
      </EmptyState>
    </div>
  );
}

import { readingMinutes } from "@atoll/contract/knowledge/outline";
import type { Obligation } from "@atoll/contract/knowledge/overview-schemas";
import { formatDate } from "../../../lib/time/format-date.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { ArticleLink } from "../shared/article-link.tsx";
import { kindNames } from "../shared/kind-tile.tsx";
import { MetaLine } from "../shared/meta-line.tsx";

const shares = { open: 0, opened: 0.5, done: 1 } as const;
const words = { open: "Not started", opened: "Opened", done: "Read" } as const;

/** A version that the viewer has to read and confirm, or has confirmed. */
export function ObligationRow({ obligation }: { obligation: Obligation }) {
  const { article, version, dueOn, state, confirmed } = obligation;
  const isLate = state !== "done" && dueOn !== null && dueOn < dayOf(new Date());
  return (
    <li className="flex min-h-12 items-center gap-3 py-1">
      <RingProgress value={shares[state]} tone="highlight" label={words[state]} />
      <div className="min-w-0 flex-1">
        <ArticleLink article={article} className="block truncate font-medium hover:underline">
          {article.title}
          {state !== "done" && `, version ${version}`}
        </ArticleLink>
        <MetaLine
          parts={[
            kindNames[article.kind],
            state !== "done" && `${readingMinutes(article.words)} min`,
            state === "done" && confirmed?.confirmedAt
              ? `Read version ${confirmed.version} on ${formatDate(confirmed.confirmedAt)}`
              : dueOn !== null && (
                  <span key="due" className={isLate ? "font-semibold text-danger-text" : undefined}>
                    Due {formatDate(instantOf(dueOn, "12:00"))}
                  </span>
                ),
          ]}
        />
      </div>
      {state === "done" ? (
        <span className="text-muted text-xs">Done</span>
      ) : (
        <ArticleLink article={article} className={buttonClass({ variant: "soft", size: "sm" })}>
          {state === "opened" ? "Continue" : "Read"}
        </ArticleLink>
      )}
    </li>
  );
}

import { Link } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { type LiveHandlers, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { ageOf, askerOf, waitOf } from "../../features/questions/data/words.ts";
import { Count } from "../../ui/badge/count.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** The questions that have waited longest for an answer. */
export const cards: DashboardParts["cards"] = {
  questions: {
    icon: CircleQuestionMark,
    names: { panel: "Unanswered questions", card: "Unanswered questions" },
    link: { label: "View all", to: "/community-faqs?tab=unanswered" },
    Body: Waiting,
    Counts: Total,
  },
};

export const live = (): LiveHandlers<Dashboard> => ({ "question.changed": refetchSpread });

function Total({ content }: CardBodyProps) {
  return content?.type === "questions" && content.unanswered > 0 ? (
    <Count value={content.unanswered} />
  ) : null;
}

function Waiting({ content }: CardBodyProps) {
  if (content?.type !== "questions" || content.questions.length === 0)
    return (
      <EmptyState
        title="Every question has an answer"
        action={
          <Link to="/community-faqs/ask" className={buttonClass({ size: "sm" })}>
            Ask a Question
          </Link>
        }
      />
    );
  return (
    <CardList>
      {content.questions.map((question) => {
        const wait = waitOf(question);
        return (
          <CardRow
            key={question.id}
            title={
              <Link to="/community-faqs/$questionId" params={{ questionId: question.id }} className={rowLink}>
                {question.title}
              </Link>
            }
            note={
              <>
                {askerOf(question)} ·{" "}
                <span className={wait ? "text-danger-text" : undefined}>
                  {wait ?? ageOf(question.createdAt)}
                </span>
              </>
            }
          />
        );
      })}
    </CardList>
  );
}

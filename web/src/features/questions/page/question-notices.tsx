import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { cloneElement, type ReactElement } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useDecisions } from "../data/changes.ts";
import { staleWords } from "../data/words.ts";

interface QuestionNoticesProps {
  question: OpenQuestion;
  linkTo: (id: string) => ReactElement<{ className?: string; children?: string }>;
  faqLink: ReactElement<{ className?: string; children?: string }> | null;
}

/** Notices above a question: where it leads, and whether its answer is outdated. */
export function QuestionNotices({ question, linkTo, faqLink }: QuestionNoticesProps) {
  const { leadsTo, standing, closedAs } = question;
  const link = (element: ReactElement<{ className?: string; children?: string }>, text: string) =>
    cloneElement(element, { className: "font-semibold text-primary-text hover:underline", children: text });
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {standing.hidden && (
        <InlineAlert tone="notice">Hidden by a moderator: {standing.hidden.reason}</InlineAlert>
      )}
      {standing.mergedInto !== null && (
        <InlineAlert tone="info">
          Merged. Votes and answers are at{" "}
          {leadsTo ? link(linkTo(leadsTo.id), leadsTo.title) : "a question that you cannot see."}
        </InlineAlert>
      )}
      {standing.mergedInto === null && closedAs === "duplicate" && (
        <InlineAlert tone="info">
          Closed as a duplicate. The answers are at{" "}
          {leadsTo ? link(linkTo(leadsTo.id), leadsTo.title) : "a question that you cannot see."}
        </InlineAlert>
      )}
      {closedAs === "faq" && (
        <InlineAlert tone="info">
          This is {faqLink ? link(faqLink, "in the FAQ") : "in the FAQ"} and takes no more answers.
        </InlineAlert>
      )}
      {standing.isLocked && <InlineAlert tone="info">Locked by a moderator.</InlineAlert>}
      {question.isStale && <StaleNotice question={question} />}
    </div>
  );
}

function StaleNotice({ question }: { question: OpenQuestion }) {
  const viewer = useViewer();
  const mayConfirm = question.rights.mayAccept || question.acceptedBy?.id === viewer.id;
  const { decide } = useDecisions(question);
  return (
    <InlineAlert tone="notice">
      {question.isStaleByHand
        ? "Someone marked the accepted answer as outdated."
        : `${staleWords(question)}.`}{" "}
      {mayConfirm && (
        <Button size="xs" onClick={() => decide({ act: "outdate", isOutdated: false })}>
          Still right
        </Button>
      )}
    </InlineAlert>
  );
}

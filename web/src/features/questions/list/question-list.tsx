import type { Question } from "@atoll/contract/questions/schemas";
import type { ReactElement, ReactNode } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { questionLists } from "../data/seen-in-questions.ts";
import { type QuestionFilter, useQuestions } from "../data/use-questions.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { PendingQuestions } from "./pending-questions.tsx";
import { QuestionRow } from "./question-row.tsx";

interface QuestionListProps {
  filter: QuestionFilter;
  linkTo: (id: string) => ReactElement<{ className?: string; children?: string }>;
  /** The action of the empty list. */
  ask: ReactNode;
  /** Moderators select several questions to hide or lock them. */
  isSelecting: boolean;
}

/** The questions that the address asks for. */
export function QuestionList({ filter, linkTo, ask, isSelecting }: QuestionListProps) {
  const list = useQuestions(filter);
  const selection = useSelection((list.items ?? []).map(({ id }) => id));
  const chosen = isSelecting ? (list.items ?? []).filter(({ id }) => selection.chosen.has(id)) : [];
  const isNarrowed = filter.text !== "" || filter.tag !== undefined || filter.departmentId !== undefined;
  return (
    <>
      <AsOf queryKey={[...questionLists, filter]} className="mb-2" />
      <PendingQuestions />
      <PagedList<Question>
        list={list}
        failure="Failed to load questions"
        skeleton={<RowSkeletons label="Loading questions" mark={36} rowClassName="py-3" />}
        empty={
          <EmptyState
            title={isNarrowed ? "No questions match these filters" : emptyTitles[filter.view]}
            action={ask}
          />
        }
      >
        {(questions) => (
          <ul aria-label="Questions">
            {questions.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                link={linkTo(question.id)}
                {...(isSelecting && {
                  isChosen: selection.chosen.has(question.id),
                  onChoose: () => selection.toggle(question.id),
                })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {chosen.length > 0 && <BulkBar questions={chosen} onClear={selection.clear} />}
    </>
  );
}

const emptyTitles = {
  all: "No questions yet",
  unanswered: "Every question has an answer",
  following: "You follow no questions yet",
  mine: "You have not asked anything yet",
} as const;

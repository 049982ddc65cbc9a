import type { Question } from "@atoll/contract/questions/schemas";
import { maxModeratedAtOnce } from "@atoll/contract/votes/limits";
import type { ReactElement, ReactNode } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { ModerateMany } from "../../../capabilities/votes/moderate-many.tsx";
import { counted } from "../../../lib/counted.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { questionLists } from "../data/seen-in-questions.ts";
import { type QuestionFilter, useQuestions, useRefreshLists } from "../data/use-questions.ts";
import { PendingQuestions } from "./pending-questions.tsx";
import { QuestionRow } from "./question-row.tsx";
import { questionShortcuts } from "./shortcuts.ts";

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
      {isSelecting && <BulkBar questions={chosen} onClear={selection.clear} />}
    </>
  );
}

const emptyTitles = {
  all: "No questions yet",
  unanswered: "Every question has an answer",
  following: "You follow no questions yet",
  mine: "You have not asked anything yet",
} as const;

interface BulkBarProps {
  questions: readonly Question[];
  onClear: () => void;
}

/** Hides, locks and restores all selected questions, as one change with one Undo. Stays mounted without any. */
function BulkBar({ questions, onClear }: BulkBarProps) {
  const refresh = useRefreshLists();
  return (
    <ModerateMany
      kind="question"
      things={questions.map(({ id, standing }) => ({
        id,
        isLocked: standing.isLocked,
        isHidden: standing.hidden !== null,
      }))}
      count={(howMany) => counted(howMany, "question")}
      offerUndo={(said, undo) => offerUndo("question", said, undo)}
      onDone={refresh}
    >
      {(buttons) =>
        questions.length > 0 && (
          <Bar count={questions.length} onClear={onClear}>
            {buttons}
          </Bar>
        )
      }
    </ModerateMany>
  );
}

function Bar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  useShortcut(questionShortcuts.clear, onClear);
  return (
    <SelectionBar label="Selected questions" count={count} most={maxModeratedAtOnce} onClear={onClear}>
      {children}
    </SelectionBar>
  );
}

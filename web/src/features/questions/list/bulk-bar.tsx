import type { Question } from "@atoll/contract/questions/schemas";
import { maxModeratedAtOnce } from "@atoll/contract/votes/limits";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { ModerateMany } from "../../../capabilities/votes/moderate-many.tsx";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { useRefreshLists } from "../data/use-questions.ts";
import { counted } from "../data/words.ts";
import { questionShortcuts } from "./shortcuts.ts";

/** Hides, locks and restores all selected questions, as one change with one Undo. */
export function BulkBar({ questions, onClear }: { questions: readonly Question[]; onClear: () => void }) {
  const refresh = useRefreshLists();
  useShortcut(questionShortcuts.clear, onClear);
  return (
    <SelectionBar
      label="Selected questions"
      count={questions.length}
      most={maxModeratedAtOnce}
      onClear={onClear}
    >
      <ModerateMany
        kind="question"
        things={questions.map(({ id, standing }) => ({
          id,
          isLocked: standing.isLocked,
          isHidden: standing.hidden !== null,
        }))}
        count={(howMany) => counted(howMany, "question", "questions")}
        offerUndo={(said, undo) => offerUndo("question", said, undo)}
        onDone={refresh}
      />
    </SelectionBar>
  );
}

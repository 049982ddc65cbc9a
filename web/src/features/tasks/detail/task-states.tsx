import { errorTexts } from "@atoll/contract/errors/error-texts";
import { Copy } from "lucide-react";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { descriptionDraft } from "../changes/task-act.ts";

export const goneText = "This task was deleted, or you cannot see it any more.";

export function TaskSkeleton() {
  return (
    <SkeletonGroup label="Loading task" className="flex flex-col gap-6">
      <Skeleton width="72%" height={20} />
      <div className="grid grid-cols-2 gap-4">
        {["34%", "48%", "42%", "30%", "52%", "38%"].map((width) => (
          <Skeleton key={width} width={width} height={12} />
        ))}
      </div>
      <SkeletonText lines={4} />
    </SkeletonGroup>
  );
}

export function TaskNotFound({ isPage, onClose }: { isPage: boolean; onClose: () => void }) {
  return (
    <EmptyState
      title={errorTexts.task_not_found}
      drawing="generic"
      action={
        <Button size="sm" onClick={onClose}>
          {isPage ? "Show all tasks" : "Close"}
        </Button>
      }
    />
  );
}

export interface TaskFailureProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

export function TaskFailure({ error, retrying, onRetry }: TaskFailureProps) {
  return (
    <ErrorState message={errorMessage(error, "Failed to load tasks")} retrying={retrying} onRetry={onRetry} />
  );
}

/** It went while something was being written: the words stay to be copied. */
export function TaskGone({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const draft = useDraft(descriptionDraft(taskId));
  return (
    <div className="flex flex-col gap-3">
      <InlineAlert tone="error">{goneText}</InlineAlert>
      <p className="font-medium">Your unsaved changes:</p>
      <p className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-surface-sunken px-3 py-2">
        {draft.text}
      </p>
      <div className="flex gap-2">
        <Button size="sm" icon={Copy} onClick={() => copyText(draft.text, "Your text copied")}>
          Copy
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            draft.write("");
            onClose();
          }}
        >
          Close
        </Button>
      </div>
    </div>
  );
}

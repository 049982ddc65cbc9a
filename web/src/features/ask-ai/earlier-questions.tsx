import type { Conversation } from "@atoll/contract/ask-ai/schemas";
import { useMutation } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import { formatNumber } from "../../lib/format-number.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import {
  deleteConversation,
  deleteConversations,
  useConversations,
  useModelState,
} from "./use-conversations.ts";

export interface EarlierQuestionsProps {
  shownId: string | undefined;
  /** An element that leads to a conversation. */
  renderLink: (conversationId: string) => ReactElement<{ className?: string; children?: ReactNode }>;
  /** Conversations were deleted: these, or all of them. */
  onDeleted: (conversationId: string | "all") => void;
}

/** The viewer's conversations, the last asked first. Nobody else sees them. */
export function EarlierQuestions({ shownId, renderLink, onDeleted }: EarlierQuestionsProps) {
  const list = useConversations();
  const state = useModelState();
  const [isConfirming, setIsConfirming] = useState(false);
  const removal = useMutation({
    mutationFn: deleteConversations,
    onSuccess() {
      setIsConfirming(false);
      onDeleted("all");
    },
  });

  function remove(conversation: Conversation) {
    deleteConversation(conversation.id).then(
      () => {
        notify.success("Question deleted");
        onDeleted(conversation.id);
      },
      (error: unknown) => notify.error(errorMessage(error)),
    );
  }
  return (
    <section aria-label="Earlier questions" className="flex flex-col gap-1">
      <h2 className="px-2 font-semibold text-muted text-xs">Earlier questions</h2>
      <PagedList
        list={list}
        moreLabel="Show more"
        skeleton={
          <SkeletonGroup label="Loading earlier questions" className="flex flex-col gap-3 px-2 py-2">
            <Skeleton width="80%" height={12} />
            <Skeleton width="60%" height={12} />
            <Skeleton width="70%" height={12} />
          </SkeletonGroup>
        }
        empty={<p className="px-2 py-1 text-muted text-xs">Only you see what you ask.</p>}
      >
        {(conversations) => (
          <ul>
            {conversations.map((conversation) => (
              <li
                key={conversation.id}
                className={cx(
                  "group/question flex min-h-8 items-center rounded-sm hover:bg-surface-hover max-md:min-h-11",
                  conversation.id === shownId && "bg-surface-selected",
                )}
              >
                {cloneElement(
                  renderLink(conversation.id),
                  { className: "flex min-w-0 flex-1 items-center gap-2 self-stretch px-2" },
                  <History className="size-3.5 flex-none text-faint" aria-hidden="true" />,
                  <span className="truncate">{conversation.title}</span>,
                )}
                <IconButton
                  className="opacity-0 focus-visible:opacity-100 group-focus-within/question:opacity-100 group-hover/question:opacity-100 pointer-coarse:opacity-100"
                  icon={Trash2}
                  label={`Delete “${conversation.title}”`}
                  onClick={() => remove(conversation)}
                  size="xs"
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {state && (
        <p className="px-2 py-1 text-faint text-xs">
          {`Deleted ${state.historyDays === 1 ? "1 day" : `${formatNumber(state.historyDays)} days`} after the last question.`}
          {state.isOn &&
            ` ${formatNumber(state.answersToday)} of ${formatNumber(state.personDailyAnswers)} answers used today.`}
        </p>
      )}
      {(list.items?.length ?? 0) > 1 && (
        <Button className="self-start" onClick={() => setIsConfirming(true)} size="sm" variant="ghost">
          Delete all
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Delete all earlier questions?"
        verb="Delete all"
        onConfirm={() => removal.mutate()}
        loading={removal.isPending}
        error={removal.error}
      >
        They cannot be restored.
      </ConfirmDialog>
    </section>
  );
}

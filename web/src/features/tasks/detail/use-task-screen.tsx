import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { draftPlace } from "../../../capabilities/comments/cached-comments.ts";
import { draftsOf, useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { explainLostWords } from "../../../lib/page/lost-words.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { descriptionDraft } from "../changes/task-act.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { useOpenTask, useTaskWork } from "../changes/use-open-task.ts";
import { openTaskKey } from "../data/cached-tasks.ts";
import { EditingContext } from "./editing.tsx";
import type { OpenTaskById } from "./sections/task-row.tsx";
import { TaskBody } from "./task-body.tsx";
import { TaskHead } from "./task-head.tsx";
import { goneText, TaskFailure, TaskGone, TaskNotFound, TaskSkeleton } from "./task-states.tsx";

export interface TaskScreenProps {
  taskId: string;
  /** The person is done with it, or it is there no more. */
  onClose: () => void;
  /** Shows another task in place of this one. */
  onOpen?: ((taskId: string) => void) | undefined;
}

/** The common parts of the sheet and the page of a task: its head, its body, and whether something is being written. */
export function useTaskScreen(props: TaskScreenProps & { heading: "h1" | "h2" }) {
  const { taskId, onClose, heading } = props;
  const onOpen: OpenTaskById = props.onOpen;
  const isPage = heading === "h1";
  const router = useRouter({ warn: false });
  const signedIn = useSignedIn();
  const { viewer } = signedIn;
  const query = useOpenTask(taskId);
  const { data, error, isGone, isMissing, isFetching, refetch } = query;
  const work = useTaskWork(data?.task);
  const editing = useRef(0);
  const isDeleting = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const { text: unsaved } = useDraft(descriptionDraft(taskId));
  const isKept = isGone && unsaved.trim() !== "" && unsaved !== data?.task.description;
  useEffect(() => notify.done(taskId), [taskId]);
  const leave = useEffectEvent((hasWords: boolean) => {
    const comment = draftsOf(signedIn).read(draftPlace({ kind: "task", id: taskId }));
    const isShown = explainLostWords(goneText, unsaved, comment);
    if (hasWords && !isShown) return;
    if (!isDeleting.current && !isShown) notify.info(goneText, { id: "task-gone" });
    onClose();
  });
  useEffect(() => {
    if (isGone) leave(isKept);
  }, [isGone, isKept]);

  let body: ReactNode;
  if (isKept) body = <TaskGone taskId={taskId} onClose={onClose} />;
  else if (work)
    body = (
      <>
        <AsOf className="mb-2" queryKey={openTaskKey(taskId)} />
        <TaskBody key={taskId} work={work} viewer={viewer} heading={heading} onOpen={onOpen} />
      </>
    );
  else if (isMissing) body = <TaskNotFound isPage={isPage} onClose={onClose} />;
  else if (error) body = <TaskFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  else body = <TaskSkeleton />;
  return {
    title: data?.task.title ?? "Task",
    isEditing: () => editing.current > 0,
    // A page says so itself when there is no task to say it of.
    head: (work || !isPage) && (
      <TaskHead
        work={isKept ? undefined : work}
        viewer={viewer}
        onOpen={onOpen}
        onDelete={() => setIsAsking(true)}
        onOpenPage={isPage ? undefined : () => void router.navigate({ href: `/tasks/${taskId}` })}
      />
    ),
    body: (
      <EditingContext value={editing}>
        {body}
        {work && (
          <DeleteTask
            task={work.task}
            open={isAsking}
            onOpenChange={setIsAsking}
            onBegin={() => {
              isDeleting.current = true;
            }}
            onDeleted={onClose}
          />
        )}
      </EditingContext>
    ),
  };
}

interface DeleteTaskProps {
  task: OpenTask;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called before the server is asked: its event is no news here. */
  onBegin: () => void;
  onDeleted: () => void;
}

/** Asks, deletes, and offers to take it back. */
function DeleteTask({ task, open, onOpenChange, onBegin, onDeleted }: DeleteTaskProps) {
  const queue = useChanges(taskChanges);
  const deletion = useMutation({
    networkMode: "always",
    mutationFn() {
      onBegin();
      const about = [task.id];
      return queue.run({ about, title: `“${task.title}”`, said: "Task deleted", change: { act: "delete" } });
    },
    onSuccess: onDeleted,
  });
  const { total } = task.subtasks;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="Delete this task?"
      verb="Delete"
      loading={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate()}
    >
      It disappears for everyone
      {total > 0 && (total === 1 ? ", and its sub-task with it" : `, and its ${total} sub-tasks with it`)}.
      You can undo this for ten seconds.
    </ConfirmDialog>
  );
}

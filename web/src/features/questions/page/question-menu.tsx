import { questionRoutes } from "@atoll/contract/questions/routes";
import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { useMutation } from "@tanstack/react-query";
import {
  Copy,
  EllipsisVertical,
  Eye,
  EyeOff,
  GitMerge,
  History,
  Lock,
  LockOpen,
  Pencil,
  Trash2,
  Undo2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { HideDialog } from "../../../capabilities/votes/hide-dialog.tsx";
import { moderate, unmerge } from "../../../capabilities/votes/wire.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteQuestion } from "../data/api.ts";
import { useDecisions } from "../data/changes.ts";
import { useRefreshQuestion } from "../data/use-questions.ts";
import { MergeQuestionDialog } from "./merge-question-dialog.tsx";
import { PickQuestionDialog } from "./pick-question-dialog.tsx";

type DialogName = "delete" | "hide" | "history" | "merge" | "duplicate";

interface QuestionMenuProps {
  question: OpenQuestion;
  onEdit: () => void;
  onDeleted: () => void;
}

/** The actions on a question that the viewer may take. */
export function QuestionMenu({ question, onEdit, onDeleted }: QuestionMenuProps) {
  const { decide, run } = useDecisions(question);
  const refreshOne = useRefreshQuestion();
  const refresh = () => refreshOne(question.id);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = () => setDialog(null);
  const subject = { kind: "question", id: question.id };
  const { rights, standing } = question;
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: refresh,
    onError: (error) => notify.error(errorMessage(error)),
  });
  const removal = useMutation({ mutationFn: () => deleteQuestion(question.id), onSuccess: onDeleted });
  const moderateIt = async (done: string, set: Parameters<typeof moderate>[1]) => {
    const undo = await moderate(subject, set);
    offerUndo("question", done, () => undo().finally(refresh));
  };
  const set = (...change: Parameters<typeof moderateIt>) => acting.mutate(() => moderateIt(...change));

  const items: MenuEntry[] = [];
  if (rights.mayEdit) items.push({ label: "Edit", icon: Pencil, onSelect: onEdit });
  items.push({ label: "Edit history", icon: History, onSelect: () => setDialog("history") });
  if (rights.mayClose)
    items.push(
      question.closedAs === "duplicate"
        ? {
            label: "Not a duplicate",
            icon: Undo2,
            onSelect: () => decide({ act: "close", duplicateOfId: null }),
          }
        : { label: "Close as a duplicate", icon: Copy, onSelect: () => setDialog("duplicate") },
    );
  if (rights.mayModerate)
    items.push(
      "separator",
      standing.mergedInto === null
        ? { label: "Merge into another question", icon: GitMerge, onSelect: () => setDialog("merge") }
        : {
            label: "Undo the merge",
            icon: Undo2,
            onSelect: () => acting.mutate(() => unmerge(subject)),
          },
      standing.isLocked
        ? {
            label: "Unlock",
            icon: LockOpen,
            onSelect: () => set("Question unlocked", { isLocked: false }),
          }
        : {
            label: "Lock",
            icon: Lock,
            onSelect: () => set("Question locked", { isLocked: true }),
          },
      standing.hidden
        ? {
            label: "Show again",
            icon: Eye,
            onSelect: () => set("Question shown again", { hiddenReason: null }),
          }
        : { label: "Hide", icon: EyeOff, onSelect: () => setDialog("hide") },
    );
  if (rights.mayDelete)
    items.push({ label: "Delete", icon: Trash2, danger: true, onSelect: () => setDialog("delete") });

  const dialogs: Record<DialogName, () => ReactNode> = {
    history: () => <HistoryDialog questionId={question.id} onClose={close} />,
    hide: () => (
      <HideDialog
        subject={`question/${question.id}`}
        title="Hide this question?"
        description="Only its author and moderators will see it. You can restore it later."
        fallback="Failed to hide this question"
        onClose={close}
        onHide={async (hiddenReason) => {
          await moderateIt("Question hidden", { hiddenReason });
          refresh();
        }}
      />
    ),
    merge: () => <MergeQuestionDialog question={question} onClose={close} />,
    duplicate: () => (
      <PickQuestionDialog
        question={question}
        title="Close as a duplicate"
        description="It takes no more answers and leads to the question you choose."
        verb="Choose"
        onClose={close}
        onPick={(duplicateOfId) => run({ act: "close", duplicateOfId })}
      />
    ),
    delete: () => (
      <ConfirmDialog
        onClose={close}
        title="Delete this question?"
        verb="Delete"
        loading={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
      >
        It disappears for everyone with its comments and files, and cannot be restored.
      </ConfirmDialog>
    ),
  };
  return (
    <>
      <Menu label="Question" trigger={<IconButton label="More" icon={EllipsisVertical} />} items={items} />
      {dialog && dialogs[dialog]()}
    </>
  );
}

/** The texts of a question and its answers before each edit. */
function HistoryDialog({ questionId, onClose }: { questionId: string; onClose: () => void }) {
  const list = usePages({
    queryKey: ["questions", "edits", questionId],
    fetchPage: (cursor, options) =>
      call(questionRoutes.listQuestionEdits, { params: { questionId }, query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: {},
    refetchOnMount: "always",
  });
  return (
    <Dialog isOnlyText onClose={onClose} title="Edit history">
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading the history" mark={16} rowClassName="py-2" />}
        empty={<p className="text-muted">Nothing was edited.</p>}
      >
        {(edits) => (
          <ul className="flex flex-col gap-4">
            {edits.map((edit) => (
              <li key={edit.id}>
                <p className="text-muted text-xs">
                  {edit.editor ? authorName(edit.editor) : "The anonymous author"} edited{" "}
                  {edit.answerId === null ? "the question" : "an answer"}, {formatInstant(edit.at)}. Before:
                </p>
                {edit.titleBefore !== null && <p className="font-semibold">{edit.titleBefore}</p>}
                <p className="whitespace-pre-wrap wrap-anywhere">{edit.contentBefore}</p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}

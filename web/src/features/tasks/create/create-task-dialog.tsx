import type { Person } from "@atoll/contract/people/schemas";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { taskDescriptionSchema, taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { useRouter } from "@tanstack/react-router";
import { Circle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import type { Settled } from "../../../capabilities/changes/change-queue.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import { proposeTask } from "./propose-task.ts";

export interface CreateTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Made when the dialog is opened: the task that is sent again is the same one. */
  taskId: string;
  /** The selected text. */
  text: string;
  source: {
    messageId: string;
    author: { id: string; name: string } /** "From … in …, 10:24" */;
    line: string;
  };
}

const taskFormSchema = z.object({ title: taskTitleSchema, description: taskDescriptionSchema });
const fallback = "Failed to create task";

/** Specification, sections 2 and 5 (create task from selection). One selection is one of these. */
export function CreateTaskDialog({ open, onOpenChange, taskId, text, source }: CreateTaskDialogProps) {
  const router = useRouter({ warn: false });
  const queue = useChanges(taskChanges);
  const [assignees, setAssignees] = useState<Person[]>([]);
  const assignee = assignees[0] ?? null;
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  }, [open]);
  const form = useForm({
    values: proposeTask(text),
    schema: taskFormSchema,
    send: async (task) => {
      let settled: Settled;
      try {
        settled = await queue.run(
          {
            about: [taskId],
            title: `“${task.title}”`,
            said: "",
            change: {
              act: "create",
              task: { ...task, sourceMessageId: source.messageId, assigneeId: assignee?.id ?? null },
              assignee,
            },
          },
          taskId,
        );
      } catch (error) {
        // It was sent and then closed: nothing else would tell.
        if (!isOpen.current) notify.error(errorMessage(error, fallback));
        throw error;
      }
      if (settled === "sent")
        notify.success("Task created", {
          id: taskId,
          action: { label: "Open", onClick: () => void router.navigate({ href: `/tasks/${taskId}` }) },
        });
      getSelection()?.removeAllRanges();
      onOpenChange(false);
    },
    fallback,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => onOpenChange(false)}
      title="Create Task from selection"
      verb="Create Task"
    >
      <div className="relative">
        <TextField {...form.field("title")} label="Title" help="The first line of what you selected" />
        <TitleCount length={[...form.watch("title").trim()].length} />
      </div>
      <TextArea {...form.field("description")} label="Description" rows={4} />
      <PeoplePicker floats label="Assignee" max={1} onChange={setAssignees} people={assignees} withSelf />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-xs">
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <Avatar
            decorative
            userId={source.author.id}
            picture={undefined}
            name={source.author.name}
            size={20}
          />
          <span className="min-w-0 wrap-anywhere">{source.line}</span>
        </span>
        <span className="flex flex-none items-center gap-1.5">
          <Circle className="size-3.5" aria-hidden="true" />
          To Do
          <PriorityBadge priority="medium" />
        </span>
      </div>
    </FormDialog>
  );
}

function TitleCount({ length }: { length: number }) {
  const isTooLong = length > taskTitleMaxLength;
  return (
    <span
      className={`absolute right-0 bottom-0 text-xs tabular-nums ${isTooLong ? "font-medium text-danger-text" : "text-faint"}`}
    >
      {length} of {taskTitleMaxLength}
    </span>
  );
}

import { taskDescriptionSchema, taskTitleMaxLength, taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { useMutation } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../lib/api-client.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { createTask } from "./api.ts";
import { proposeTask } from "./propose-task.ts";

export interface CreateTaskDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Made when the dialog is opened: the task that is sent again is the same one. */
  taskId: string;
  /** What was selected. */
  text: string;
  source: {
    messageId: string;
    author: { id: string; name: string } /** "From … in …, 10:24" */;
    line: string;
  };
}

/** Specification, sections 2 and 5 (create task from selection). One selection is one of these. */
export function CreateTaskDialog({ open, onOpenChange, taskId, text, source }: CreateTaskDialogProps) {
  const [form, setForm] = useState(() => proposeTask(text));
  const [wasTried, setWasTried] = useState(false);
  const creating = useMutation({
    mutationFn: createTask,
    onSuccess: () => {
      notify.success("Task created");
      getSelection()?.removeAllRanges();
      onOpenChange(false);
    },
    // It was sent and then closed: nothing else would tell.
    onError: (error) => open || notify.error(failureOf(error)),
  });
  const mistakes = {
    title: taskTitleSchema.safeParse(form.title).error?.issues[0]?.message,
    description: taskDescriptionSchema.safeParse(form.description).error?.issues[0]?.message,
  };
  const shown: Partial<typeof mistakes> = wasTried ? mistakes : {};

  function change(next: Partial<typeof form>) {
    setForm({ ...form, ...next });
    setWasTried(false);
    if (creating.error) creating.reset();
  }
  function submit() {
    setWasTried(true);
    if (Object.values(mistakes).some(Boolean) || creating.isPending) return;
    creating.mutate({ id: taskId, ...form, sourceMessageId: source.messageId });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create Task from selection"
      onSubmit={submit}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={creating.isPending}>
            Create Task
          </Button>
        </>
      }
    >
      {creating.error && <InlineAlert tone="error">{failureOf(creating.error)}</InlineAlert>}
      <div className="relative">
        <TextField
          label="Title"
          help="The first line of what you selected"
          value={form.title}
          error={shown.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TitleCount length={[...form.title.trim()].length} />
      </div>
      <TextArea
        label="Description"
        rows={4}
        value={form.description}
        error={shown.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-xs">
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <Avatar decorative userId={source.author.id} name={source.author.name} size={20} />
          <span className="min-w-0 wrap-anywhere">{source.line}</span>
        </span>
        <span className="flex flex-none items-center gap-1.5">
          <Circle className="size-3.5" aria-hidden="true" />
          To Do
          <PriorityBadge priority="medium" />
        </span>
      </div>
    </Dialog>
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

function failureOf(error: Error): string {
  return errorMessage(error, "Failed to create task");
}

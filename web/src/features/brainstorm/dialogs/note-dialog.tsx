import type { Person } from "@atoll/contract/people/schemas";
import { taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { createNoteIdea, createNoteTask } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";

const schema = z.object({ title: taskTitleSchema, assignees: z.array(z.object({ id: z.string() })) });

/** Letters of a note that a title begins with. */
const titleLength = 120;

export interface NoteDialogProps {
  kind: "task" | "idea";
  noteId: string;
  onClose: () => void;
  onGo: (href: string) => void;
}

/** Makes a task or an idea of a note; the two are linked both ways. */
export function NoteDialog({ kind, noteId, onClose, onGo }: NoteDialogProps) {
  const { board, snapshot } = useBoardStore();
  const cache = useBoardCache(board.id);
  // A repeated send creates the same task.
  const [id] = useState(uuidv7);
  const text = snapshot.items.get(noteId)?.element.text.replace(/\s+/g, " ").trim() ?? "";
  const isLong = [...text].length > titleLength;
  const isTask = kind === "task";
  const form = useForm<{ title: string; assignees: Person[] }, z.output<typeof schema>>({
    values: { title: [...text].slice(0, titleLength).join(""), assignees: [] },
    schema,
    send: async ({ title, assignees }) => {
      const departmentId = board.department?.id ?? null;
      if (isTask)
        await createNoteTask(board.id, noteId, {
          id,
          title,
          departmentId,
          assigneeId: assignees[0]?.id ?? null,
        });
      else await createNoteIdea(board.id, noteId, { id, title });
      cache.refetchNotes();
      notify.success(isTask ? "Task created" : "Idea posted", {
        id,
        action: { label: "Open", onClick: () => onGo(isTask ? `/tasks/${id}` : `/ideas/${id}`) },
      });
      onClose();
    },
    fieldOf: { assignee_unavailable: "assignees" },
    fallback: isTask ? "Failed to create the task" : "Failed to post the idea",
  });
  const { value: assignees, onValueChange: setAssignees, ...assignee } = useChoice(form, "assignees");
  const title = isTask ? "Create Task" : "Create Idea";
  return (
    <FormDialog
      form={form}
      title={title}
      description={`The note links to the ${kind}, and the ${kind} to the note.${isLong ? " Its whole text goes into the description." : ""}`}
      verb={title}
      onClose={onClose}
    >
      <TextField {...form.field("title")} label="Title" />
      {isTask && (
        <PeoplePicker {...assignee} label="Assignee" max={1} people={assignees} onChange={setAssignees} />
      )}
    </FormDialog>
  );
}

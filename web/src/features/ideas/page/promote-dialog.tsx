import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { promoteIdea } from "../api.ts";
import { useKeepAnswer } from "../data/use-ideas.ts";

const schema = z.object({
  title: taskTitleSchema,
  departmentId: z.string().transform((id) => (id === "" ? null : id)),
  assignees: z.array(z.object({ id: z.string() })),
});

export interface PromoteDialogProps {
  idea: OpenIdea;
  onClose: () => void;
  taskAddress: (taskId: string) => string;
}

/** Makes a task of an idea. If somebody else does so at the same moment, both get the same task. */
export function PromoteDialog({ idea, onClose, taskAddress }: PromoteDialogProps) {
  const { departments } = useViewer();
  const router = useRouter({ warn: false });
  const keep = useKeepAnswer();
  // A task that is sent again is the same one.
  const [id] = useState(uuidv7);
  const [seenTasks] = useState(idea.taskCount);
  const home = departments.find((one) => one.id === idea.department?.id)?.id ?? "";
  const form = useForm<{ title: string; departmentId: string; assignees: Person[] }, z.output<typeof schema>>(
    {
      values: { title: [...idea.title].slice(0, 120).join(""), departmentId: home, assignees: [] },
      schema,
      send: async ({ assignees, ...task }) => {
        const assigneeId = assignees[0]?.id ?? null;
        const answer = await promoteIdea(idea.id, { id, ...task, assigneeId, seenTasks });
        keep(answer.idea);
        const made = answer.task;
        notify.success(
          made?.id === id ? "Task created" : "Someone else has just created a task from this idea",
          {
            id,
            ...(made && {
              action: {
                label: "Open",
                onClick: () => void router.navigate({ href: taskAddress(made.id) }),
              },
            }),
          },
        );
        onClose();
      },
      fieldOf: { assignee_unavailable: "assignees", department_not_found: "departmentId" },
      fallback: "Failed to create the task",
    },
  );
  const { value: assignees, onValueChange: setAssignees, ...assignee } = useChoice(form, "assignees");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Create Task"
      description="The idea shows the task's progress to people who may see it."
      verb="Create Task"
    >
      <TextField {...form.field("title")} label="Title" />
      <Select
        {...useChoice(form, "departmentId")}
        label="Department"
        options={[
          { value: "", label: "None" },
          ...departments.map(({ id: value, name }) => ({ value, label: name })),
        ]}
      />
      <PeoplePicker {...assignee} label="Assignee" max={1} people={assignees} onChange={setAssignees} />
    </FormDialog>
  );
}

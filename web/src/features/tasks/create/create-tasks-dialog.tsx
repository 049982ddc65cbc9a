import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import { proposeTask } from "./propose-task.ts";

export interface ProposedTask {
  title: string;
  description: string;
}

interface Row extends ProposedTask {
  id: string;
  isChosen: boolean;
  error?: string | undefined;
}

/** Several proposed tasks, of which the person chooses and words the ones to create. */
export function CreateTasksDialog({
  proposed,
  onClose,
}: {
  proposed: readonly ProposedTask[];
  onClose: () => void;
}) {
  const queue = useChanges(taskChanges);
  const viewer = useViewer();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    proposed.map(({ title, description }) => ({
      ...proposeTask(title),
      description,
      id: uuidv7(),
      isChosen: true,
    })),
  );
  const [isMine, setMine] = useState(false);
  const form = useForm({ values: {}, send: create });
  const chosen = rows.filter((row) => row.isChosen);
  const change = (id: string, by: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...by } : row)));

  async function create() {
    const errors = await errorsIn(chosen);
    setRows(rows.map((row) => ({ ...row, error: errors.get(row.id) })));
    if ([...errors.values()].some((error) => error !== undefined)) return;
    const assignee = isMine ? { ...viewer, isFormer: false } : null;
    let created = 0;
    for (const { id, title, description } of chosen) {
      const task = { title, description, assigneeId: assignee?.id ?? null };
      try {
        await queue.run(
          { about: [id], title: `“${title}”`, said: "", change: { act: "create", task, assignee } },
          id,
        );
        created += 1;
        setRows((before) => before.filter((row) => row.id !== id));
      } catch (error) {
        change(id, { error: errorMessage(error, "Failed to create task") });
      }
    }
    if (created > 0) notify.success(created === 1 ? "Task created" : `${created} tasks created`);
    if (created === chosen.length) onClose();
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Create tasks"
      verb={chosen.length === 1 ? "Create 1 task" : `Create ${chosen.length} tasks`}
      isDisabled={chosen.length === 0}
      aside={
        <Checkbox
          checked={isMine}
          className="mr-auto"
          label="Assign them to me"
          onChange={({ target }) => setMine(target.checked)}
        />
      }
    >
      <ul className="flex flex-col gap-2">
        {rows.map(({ id, title, isChosen, error }, index) => (
          <li key={id} className="flex items-start gap-1">
            <span className="pt-1.5">
              <Checkbox
                checked={isChosen}
                hideLabel
                label={`Create “${title}”`}
                onChange={({ target }) => change(id, { isChosen: target.checked })}
              />
            </span>
            <div className="min-w-0 flex-1">
              <TextField
                disabled={!isChosen}
                error={error}
                hideLabel
                label={`Title of task ${index + 1}`}
                onChange={({ target }) => change(id, { title: target.value, error: undefined })}
                value={title}
              />
            </div>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** Returns what is wrong with each title, by the row's ID. */
async function errorsIn(rows: readonly Row[]): Promise<Map<string, string | undefined>> {
  const { taskTitleSchema } = await import("@atoll/contract/tasks/schemas");
  const errorIn = (title: string) => taskTitleSchema.safeParse(title).error?.issues[0]?.message;
  return new Map(rows.map(({ id, title }) => [id, errorIn(title)]));
}

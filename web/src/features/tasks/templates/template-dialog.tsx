import { maxTemplateParts, taskPriorities, taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { taskTemplateRoutes } from "@atoll/contract/tasks/template-routes";
import {
  savedTemplateSchema,
  type TaskTemplate,
  type TemplateAssignee,
  type TemplatePart,
} from "@atoll/contract/tasks/template-schemas";
import { useState } from "react";
import { z } from "zod";
import { type NameRow, NameRows } from "../../../capabilities/fields/settings/name-rows.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { priorityNames } from "../data/task-words.ts";
import { useTemplates } from "../data/use-templates.ts";

type PartRow = NameRow & { days: string; assignee: TemplateAssignee; part: Omit<TemplatePart, "title"> };

const schema = z.object({
  name: z.string(),
  departmentId: z.string(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(taskPriorities),
  days: z.string(),
  assignee: z.custom<TemplateAssignee>(),
  parts: z.array(z.custom<PartRow>()),
});

const textOf = (days: number | null) => (days === null ? "" : String(days));

function storedOf({ name, departmentId, content, version }: TaskTemplate) {
  const { title, description, priority, assignee, subtasks } = content;
  return {
    version,
    values: {
      ...{ name, title, description, priority, assignee },
      departmentId: departmentId ?? "",
      days: textOf(content.dueDays),
      parts: subtasks.map(
        ({ title: partTitle, ...part }, at): PartRow => ({
          key: `part ${at}`,
          name: partTitle,
          days: textOf(part.dueDays),
          assignee: part.assignee,
          part,
        }),
      ),
    },
  };
}

const emptyPart = { description: "", priority: "medium", tags: [], estimateMinutes: null } as const;

export interface TemplateDialogProps {
  /** Version 0: a new one. */
  template: TaskTemplate;
  onClose: () => void;
  /** Undefined: it was deleted. */
  onSaved?: (template: TaskTemplate | undefined) => void;
}

/** Edits a template, or saves a task as a new one. */
export function TemplateDialog({ template, onClose, onSaved }: TemplateDialogProps) {
  const viewer = useViewer();
  const { refetch } = useTemplates();
  const [isDeleting, setIsDeleting] = useState(false);
  const isNew = template.version === 0;
  const form = useEditForm({
    stored: storedOf(template),
    schema,
    async fetchNewest() {
      const newest = (await refetch()).data?.templates.find(({ id }) => id === template.id);
      return newest && storedOf(newest);
    },
    async save({ name, departmentId, parts, days, ...task }, { version }) {
      const checked = savedTemplateSchema.safeParse({
        ...{ version, name, departmentId: departmentId || null },
        content: {
          ...template.content,
          ...task,
          dueDays: daysIn(days),
          subtasks: parts.map((row) => ({
            ...row.part,
            title: row.name,
            dueDays: daysIn(row.days),
            assignee: row.assignee,
          })),
        },
      });
      if (!checked.success) throw new SpokenError(checked.error.issues[0]?.message);
      const params = { templateId: template.id };
      const saved = await call(taskTemplateRoutes.saveTaskTemplate, { params, body: checked.data });
      void refetch();
      onSaved?.(saved.template);
      return undefined;
    },
    onDone() {
      notify.success("Template saved");
      onClose();
    },
    fallback: "Failed to save the template",
  });
  const people = template.people.map(({ id, name }) => ({ id, name }));
  async function remove() {
    try {
      await call(taskTemplateRoutes.deleteTaskTemplate, { params: { templateId: template.id } });
      void refetch();
      onSaved?.(undefined);
      onClose();
    } catch (error) {
      setIsDeleting(false);
      notify.error(errorMessage(error, "Failed to delete the template"));
    }
  }
  const parts = useChoice(form, "parts");
  const assignee = useChoice(form, "assignee");
  return (
    <>
      <FormDialog
        form={form}
        {...(!isNew && { keptAs: `task-template/${template.id}` })}
        onClose={onClose}
        title={isNew ? "Save as template" : "Edit template"}
        width={680}
        verb="Save template"
        aside={
          !isNew && (
            <Button className="mr-auto" variant="ghost" onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          )
        }
      >
        <FormClashes form={form} labels={labels} />
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <TextField {...form.field("name")} label="Name" />
          <Select
            {...useChoice(form, "departmentId")}
            label="For"
            options={[
              { value: "", label: "Only me" },
              ...viewer.departments.map(({ id: value, name }) => ({ value, label: name })),
            ]}
          />
        </div>
        <TextField {...form.field("title")} label="Title of the task" />
        <TextArea {...form.field("description")} grows label="Description" rows={3} />
        <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
          <Select
            {...useChoice(form, "priority")}
            label="Priority"
            options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
          />
          <TextField {...form.field("days")} inputMode="numeric" label="Due after days" />
          <AssigneeChoice
            label="Assignee"
            people={people}
            value={assignee.value}
            onChange={assignee.onValueChange}
          />
        </div>
        <h3 className="font-semibold text-sm">Sub-tasks</h3>
        <NameRows
          what="Sub-task"
          rows={parts.value}
          most={maxTemplateParts}
          maxLength={taskTitleMaxLength}
          onChange={parts.onValueChange}
          make={(row): PartRow => ({
            ...row,
            days: "",
            assignee: { is: "nobody" },
            part: { ...emptyPart, tags: [], dueDays: null, assignee: { is: "nobody" } },
          })}
          renderMore={(row, change) => (
            <>
              <TextField
                className="w-16 flex-none"
                hideLabel
                inputMode="numeric"
                label={`Days until ${row.name || "the sub-task"} is due`}
                onChange={({ target }) => change({ ...row, days: target.value })}
                placeholder="Days"
                value={row.days}
              />
              <AssigneeChoice
                hideLabel
                label={`Assignee of ${row.name || "the sub-task"}`}
                people={people}
                value={row.assignee}
                onChange={(next) => change({ ...row, assignee: next })}
              />
            </>
          )}
        />
      </FormDialog>
      <ConfirmDialog
        open={isDeleting}
        title="Delete this template?"
        verb="Delete"
        onClose={() => setIsDeleting(false)}
        onConfirm={() => void remove()}
      >
        Tasks that were made from it stay.
      </ConfirmDialog>
    </>
  );
}

const labels = {
  ...{ name: "Name", departmentId: "For", title: "Title of the task", description: "Description" },
  ...{ priority: "Priority", days: "Due after days", assignee: "Assignee", parts: "Sub-tasks" },
};

/** A text that is no number of days is refused by the schema. */
function daysIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

interface AssigneeChoiceProps {
  label: string;
  hideLabel?: boolean;
  /** The people that the template already names. */
  people: readonly { id: string; name: string }[];
  value: TemplateAssignee;
  onChange: (assignee: TemplateAssignee) => void;
}

/** Nobody, the person who uses the template, a person, or a role for which that person chooses someone. */
function AssigneeChoice({ label, hideLabel = false, people, value, onChange }: AssigneeChoiceProps) {
  return (
    <span className="flex min-w-0 flex-1 items-end gap-1">
      <Select
        className="min-w-32 flex-1"
        hideLabel={hideLabel}
        label={label}
        value={value.is === "person" ? value.id : value.is}
        onValueChange={(next) => {
          if (next === "role") onChange({ is: "role", name: value.is === "role" ? value.name : "Owner" });
          else onChange(next === "nobody" || next === "user" ? { is: next } : { is: "person", id: next });
        }}
        options={[
          { value: "nobody", label: "Nobody" },
          { value: "user", label: "Person who uses it" },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
          { value: "role", label: "A role" },
        ]}
      />
      {value.is === "role" && (
        <TextField
          className="w-28 flex-none"
          hideLabel
          label={`Role for ${label.toLowerCase()}`}
          maxLength={60}
          onChange={({ target }) => onChange({ is: "role", name: target.value })}
          value={value.name}
        />
      )}
    </span>
  );
}

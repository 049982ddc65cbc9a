import { isComputed } from "@atoll/contract/fields/field-schemas";
import { taskPriorities } from "@atoll/contract/tasks/limits";
import { useEffect, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { FieldInputs } from "../../../capabilities/fields/field-inputs.tsx";
import { StartOver } from "../../../capabilities/offline/drafts/start-over.tsx";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { CreateAnother } from "../../../ui/field/create-another.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import { priorityNames } from "../data/task-words.ts";
import { useTaskCycles } from "../data/use-task-cycles.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import { useTaskStates } from "../data/use-task-states.ts";
import { CycleSelect } from "../fields/cycle-fields.tsx";
import { viewerAsPerson } from "../fields/people-fields.tsx";
import { RepeatsField } from "../fields/recurrence-field.tsx";
import { StatusRing } from "../status-ring.tsx";
import { showCard } from "./add-line.tsx";
import { useNewTaskFiles } from "./new-task-files.tsx";
import {
  isUsuallyMine,
  keepUsual,
  type NewTaskFields,
  type NewTaskPlace,
  readDraft,
  writeDraft,
} from "./new-task-form.ts";
import { keepTemplate, partsFrom, TemplatePicker } from "./template-picker.tsx";
import { useFormTemplate } from "./use-form-template.ts";

export interface NewTaskDialogProps {
  /** The column that it is added to. */
  place: NewTaskPlace;
  /** A title that was typed elsewhere. */
  title?: string | undefined;
  /** The department whose tasks are shown. */
  departmentId?: string | undefined;
  /** The template that fills the form first. */
  templateId?: string | undefined;
  onClose: () => void;
  onOpenTask: (taskId: string) => void;
}

/**
 * The dialog for a new task. One opening of the dialog creates one task. Its draft is kept when it closes, because a press
 * outside of a dialog is easily made.
 */
export function NewTaskDialog(props: NewTaskDialogProps) {
  const { place, title = "", departmentId, templateId, onClose, onOpenTask } = props;
  const queue = useChanges(taskChanges);
  const files = useNewTaskFiles(queue);
  const taskFields = useTaskFields();
  const fieldsOf = (department: string | null) =>
    taskFields.of([department]).filter((field) => !isComputed(field));
  const { of: statesOf, find: stateOf } = useTaskStates();
  const { open: cyclesOf } = useTaskCycles();
  const viewer = useViewer();
  const active = useActiveDepartment();
  // A repeated send creates the same task.
  const [id, setId] = useState(uuidv7);
  const [isMore, setMore] = useState(false);
  const titleField = useRef<HTMLDivElement>(null);
  const draft = useDraft(`task-new/${viewer.id}`);
  const [first] = useState<NewTaskFields>(() => ({
    title: "",
    description: "",
    state: place.stateId ?? place.status,
    priority: "medium",
    startsOn: "",
    dueDate: "",
    tags: "",
    recurrence: null,
    departmentId: departmentId ?? viewer.departments.find(({ slug }) => slug === active)?.id ?? "",
    cycleId: "",
    assignees: departmentId === undefined && isUsuallyMine(viewer.id) ? [viewerAsPerson(viewer)] : [],
    data: {},
  }));
  const [initial] = useState(() => {
    const departmentIds = viewer.departments.map((one) => one.id);
    const kept = readDraft(draft.read(), first, departmentIds);
    return title.trim() === "" ? kept : { ...kept, title };
  });
  const form = useForm({
    values: initial,
    schema: async () => (await import("./new-task-schema.ts")).newTaskFormSchema(fieldsOf, stateOf),
    send: async (task) => {
      if (awaited)
        throw new SpokenError("The template of this draft is not loaded yet. Try again in a moment.");
      const [assignee = null] = form.getValues("assignees");
      const extra = chosen ? partsFrom(chosen, viewerAsPerson(viewer)) : {};
      const { state } = stateOf(form.getValues("state"), task.departmentId);
      const cycle = cyclesOf(task.departmentId).find((one) => one.id === task.cycleId) ?? null;
      const fileIds = await files.uploaded();
      const settled = await queue.run(
        {
          about: [id],
          title: `“${task.title}”`,
          said: "",
          change: {
            act: "create",
            task: { ...task, ...extra, cycleId: cycle?.id ?? null },
            assignee,
            state,
            cycle,
          },
        },
        id,
      );
      await files.attach(fileIds, { id, title: task.title });
      draft.write("");
      if (departmentId === undefined) keepUsual(viewer.id, assignee?.id === viewer.id);
      if (settled === "sent")
        notify.success("Task created", { id, action: { label: "Open", onClick: () => onOpenTask(id) } });
      showCard(id);
      if (isMore) startNext(form.getValues("state"));
      else onClose();
    },
    fieldOf: {
      task_state_wrong: "state",
      task_cycle_wrong: "cycleId",
      task_start_after_due: "startsOn",
      assignee_unavailable: "assignees",
      department_not_found: "departmentId",
    },
    fallback: "Failed to create task",
  });
  const { chosen, awaited, ...template } = useFormTemplate({
    form,
    first,
    draftText: draft.text,
    templateId,
  });
  const { value: assignees, onValueChange: setAssignees, ...assignee } = useChoice(form, "assignees");
  const { value: recurrence, onValueChange: setRecurrence } = useChoice(form, "recurrence");
  const text = writeDraft(form.watch(), first, chosen ? keepTemplate(chosen) : awaited);
  const { write, read } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the text is another, and only then
  useEffect(() => {
    if (text !== read()) write(text);
  }, [text]);
  function startOver() {
    template.forget();
    write("");
    form.reset(first);
  }
  /** Empties the form for another task in the same column and department. */
  function startNext(state: string) {
    setId(uuidv7());
    template.forget();
    form.reset({
      ...first,
      state,
      departmentId: form.getValues("departmentId"),
      assignees: isUsuallyMine(viewer.id) ? first.assignees : [],
    });
    requestAnimationFrame(() => titleField.current?.querySelector("input")?.focus());
  }
  return (
    <FormDialog
      form={form}
      keepsWords
      onClose={onClose}
      title="New Task"
      width={620}
      verb="Create Task"
      aside={
        <>
          <CreateAnother isOn={isMore} onChange={setMore} />
          {text !== "" && <StartOver onStartOver={startOver} />}
        </>
      }
    >
      <div ref={titleField}>
        <TextField {...form.field("title")} label="Title" />
      </div>
      <TemplatePicker chosen={chosen} onChoose={template.fill} onChange={template.change} />
      <TextArea
        {...form.field("description")}
        grows
        help="Markdown works here"
        label="Description"
        rows={4}
      />
      <div className="flex flex-col">
        <PeoplePicker
          {...assignee}
          floats
          label="Assignee"
          max={1}
          onChange={setAssignees}
          people={assignees}
        />
        {assignees.length === 0 && (
          <Button
            className="self-start"
            onClick={() => setAssignees([viewerAsPerson(viewer)])}
            size="sm"
            variant="ghost"
          >
            Assign to me
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <DateField {...useChoice(form, "startsOn")} label="Start date" />
        <DateField {...useChoice(form, "dueDate")} label="Due date" />
        <Select
          {...useChoice(form, "priority")}
          label="Priority"
          options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
        />
        <Select
          {...useChoice(form, "state")}
          value={stateOf(form.watch("state"), form.watch("departmentId") || null).value}
          label="Status"
          options={statesOf(form.watch("departmentId") || null).map((one) => ({
            value: one.value,
            label: one.name,
            lead: <StatusRing {...one} />,
          }))}
        />
        <RepeatsField
          dueDate={form.watch("dueDate") || null}
          onChange={setRecurrence}
          recurrence={recurrence}
        />
        <Select
          {...useChoice(form, "departmentId")}
          label="Department"
          options={[
            { value: "", label: "None" },
            ...viewer.departments.map(({ id: value, name }) => ({ value, label: name })),
          ]}
        />
        <CycleSelect {...useChoice(form, "cycleId")} cycles={cyclesOf(form.watch("departmentId") || null)} />
        <TextField {...form.field("tags")} help="Separate several with commas" label="Tags" />
        <FieldInputs form={form} fields={fieldsOf(form.watch("departmentId") || null)} />
      </div>
      {files.field}
    </FormDialog>
  );
}

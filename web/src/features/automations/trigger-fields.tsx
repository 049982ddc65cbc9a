import { subjectOfTrigger, type TriggerKind, triggersOfPlace } from "@atoll/contract/automations/limits";
import type { Automation, Trigger } from "@atoll/contract/automations/schemas";
import { ideaStatuses, ideaStatusNames } from "@atoll/contract/ideas/limits";
import { taskPriorities, taskStatuses, taskStatusNames } from "@atoll/contract/tasks/limits";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice, useToggle } from "../../lib/form/use-choice.ts";
import type { Form } from "../../lib/form/use-form.ts";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { newTrigger, type PartsDraft, priorityNames } from "./automation-parts.ts";
import { stageName } from "./automation-words.ts";
import { NumberField, PatternFields, ScheduleFields, TimeFields } from "./time-fields.tsx";

type Stages = Automation["place"]["stages"];

interface PartProps {
  form: Form<PartsDraft>;
  place: { kind: Automation["place"]["kind"]; stages: Stages };
}

/** When an automation starts. */
export function TriggerFields({ form, place }: PartProps) {
  const { value, onValueChange, error, ref } = useChoice(form, "trigger");
  const [trigger] = value;
  const set = (next: Trigger) => onValueChange([next]);
  const kinds = Object.entries(triggersOfPlace[place.kind]) as [TriggerKind, string][];
  return (
    <>
      <Select
        error={error}
        label="When"
        onValueChange={(kind) => set(newTrigger(kind))}
        options={kinds.map(([kind, label]) => ({ value: kind, label }))}
        ref={ref}
        value={trigger.kind}
      />
      <TriggerChoices set={set} stages={place.stages} trigger={trigger} />
    </>
  );
}

interface ChoicesProps {
  trigger: Trigger;
  set: (trigger: Trigger) => void;
  stages: Stages;
}

function TriggerChoices({ trigger, set, stages }: ChoicesProps) {
  switch (trigger.kind) {
    case "message.posted":
      return (
        <TextField
          help="Leave blank for any message."
          label="With this text"
          maxLength={200}
          onChange={({ target }) => set({ ...trigger, text: target.value })}
          value={trigger.text}
        />
      );
    case "task.status":
      return (
        <Select
          label="To"
          onValueChange={(to) => set({ ...trigger, to: taskStatuses.find((one) => one === to) ?? null })}
          options={[
            { value: anyValue, label: "Any status" },
            ...taskStatuses.map((value) => ({ value, label: taskStatusNames[value] })),
          ]}
          value={trigger.to ?? anyValue}
        />
      );
    case "idea.status":
      return (
        <Select
          label="To"
          onValueChange={(to) => set({ ...trigger, to: ideaStatuses.find((one) => one === to) ?? null })}
          options={[
            { value: anyValue, label: "Any status" },
            ...ideaStatuses.map((value) => ({ value, label: ideaStatusNames[value] })),
          ]}
          value={trigger.to ?? anyValue}
        />
      );
    case "question.unanswered":
      return (
        <>
          <NumberField
            help="Questions that still have no accepted answer then."
            label="Days after it was asked"
            max={90}
            min={1}
            onValueChange={(days) => set({ ...trigger, days })}
            value={trigger.days}
          />
          <TimeFields set={set} trigger={trigger} />
        </>
      );
    case "card.stage":
      return (
        <StageSelect
          any="Any stage"
          label="To"
          onValueChange={(to) => set({ ...trigger, to: to || null })}
          stages={stages}
          value={trigger.to ?? ""}
        />
      );
    case "task.due":
      return (
        <>
          <NumberField
            help="Negative for days after that."
            label="Days before the due date"
            max={30}
            min={-30}
            onValueChange={(days) => set({ ...trigger, days })}
            value={trigger.days}
          />
          <TimeFields set={set} trigger={trigger} />
        </>
      );
    case "schedule":
      return <ScheduleFields set={set} trigger={trigger} />;
    case "cron":
      return <PatternFields set={set} trigger={trigger} />;
    default:
      return null;
  }
}

const anyValue = "any";

interface StageSelectProps {
  label: string;
  /** The label of no stage. */
  any: string;
  stages: Stages;
  value: string;
  onValueChange: (value: string) => void;
}

function StageSelect({ label, any, stages, value, onValueChange }: StageSelectProps) {
  const isGone = value !== "" && !stages.some(({ id }) => id === value);
  return (
    <Select
      {...(isGone && { error: "This stage is not in the section any more. Choose another one." })}
      label={label}
      onValueChange={(next) => onValueChange(next === anyValue ? "" : next)}
      options={[
        { value: anyValue, label: any },
        ...(isGone ? [{ value, label: stageName(stages, value) }] : []),
        ...stages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value || anyValue}
    />
  );
}

/** The conditions of the subject that the trigger has, if it has any. */
export function ConditionFields({ form, place }: PartProps) {
  const trigger = useChoice(form, "trigger");
  const priorities = useChoice(form, "priorities");
  const people = useChoice(form, "people");
  const stage = useChoice(form, "stage");
  const isUnassigned = useToggle(form, "isUnassigned");
  const subject = subjectOfTrigger[trigger.value[0].kind];
  if (subject === null || subject === "message") return null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 font-semibold text-sm">Only if</legend>
      {subject === "task" && (
        <>
          <MultiSelect
            label="Priority"
            onValueChange={priorities.onValueChange}
            options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
            value={priorities.value}
          />
          <PeoplePicker
            label="Assignee"
            max={50}
            onChange={people.onValueChange}
            people={people.value}
            withSelf
          />
          <Checkbox {...isUnassigned} label="Nobody is assigned" />
          <TextField {...form.field("tags")} help="Separate several by commas." label="Tags" />
        </>
      )}
      {subject === "card" && (
        <>
          <PeoplePicker
            label="Owner"
            max={1}
            onChange={people.onValueChange}
            people={people.value}
            withSelf
          />
          <StageSelect
            any="Any stage"
            label="Stage"
            onValueChange={stage.onValueChange}
            stages={place.stages}
            value={stage.value}
          />
        </>
      )}
      <TextField {...form.field("words")} label="Text" maxLength={100} />
    </fieldset>
  );
}

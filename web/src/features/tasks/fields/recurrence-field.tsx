import { maxRecurrenceInterval, recurrenceStarts, recurrenceUnits } from "@atoll/contract/tasks/limits";
import { anchorFor, nextOccurrence, type Recurrence } from "@atoll/contract/tasks/recurrence";
import type { NewRecurrence } from "@atoll/contract/tasks/schemas";
import { ChevronDown, Repeat } from "lucide-react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { WeekdayField } from "../../../ui/field/dates/weekday-field.tsx";
import { Field } from "../../../ui/field/field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { selectTrigger } from "../../../ui/field/select-parts.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { setRecurrence } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { describeDue } from "../data/due.ts";
import { recurrenceInSentence, recurrenceWords } from "../data/recurrence-words.ts";
import { ValueButton } from "./value-button.tsx";

/** Whether a task comes again, and when. What comes again is counted from a due date. */
export function RecurrenceField({ work }: { work: TaskWork }) {
  const { recurrence, due } = work.task;
  const words = recurrence ? recurrenceWords(recurrence) : "Never";
  function set(next: NewRecurrence | null) {
    work.change(setRecurrence(next, next ? `Repeats ${recurrenceInSentence(next)}` : "Repeats no longer"));
  }
  return (
    <Popover
      label="Repeats"
      align="end"
      className="w-[300px]"
      trigger={
        <ValueButton label="Repeats">
          <Repeat className="size-4 text-faint" />
          <span className={cx("text-left", !recurrence && "text-muted")}>{words}</span>
        </ValueButton>
      }
    >
      {(close) => (
        <RecurrenceForm
          dueDate={due?.date ?? null}
          onSet={(next) => {
            set(next);
            close();
          }}
          recurrence={recurrence}
        />
      )}
    </Popover>
  );
}

const startNames = {
  schedule: "On schedule, done or not",
  completion: "Counted from when it is done",
} as const;

interface RecurrenceFormProps {
  /** The current recurrence. */
  recurrence: NewRecurrence | Recurrence | null;
  /** The day on which the task is due. A task without one cannot repeat. */
  dueDate: string | null;
  onSet: (recurrence: NewRecurrence | null) => void;
}

/** Sets how a task repeats, and shows when the next one is due. */
function RecurrenceForm({ dueDate, ...props }: RecurrenceFormProps) {
  if (dueDate !== null) return <Rule {...props} dueDate={dueDate} />;
  return <p className="text-muted text-sm">Set a due date first. A task repeats from its due date.</p>;
}

type RuleFields = Omit<NewRecurrence, "interval"> & { interval: string };

function Rule({ recurrence, dueDate, onSet }: RecurrenceFormProps & { dueDate: string }) {
  const now = useNow();
  const form = useForm<RuleFields>({
    values: {
      every: recurrence?.every ?? "week",
      interval: String(recurrence?.interval ?? 1),
      weekdays: [...(recurrence?.weekdays ?? [])],
      from: recurrence?.from ?? "schedule",
    },
    send() {
      if (isRight) onSet(rule);
    },
  });
  const { every, interval, weekdays, from } = form.watch();
  const weekdayField = useChoice(form, "weekdays");
  const count = Number(interval);
  const isRight = Number.isInteger(count) && count >= 1 && count <= maxRecurrenceInterval;
  const rule: NewRecurrence = {
    every,
    interval: isRight ? count : 1,
    weekdays: every === "week" ? weekdays.toSorted() : [],
    from,
  };
  const anchor = anchorFor(every, dueDate, recurrence && "day" in recurrence ? recurrence : null);
  const next = from === "schedule" ? nextOccurrence({ ...rule, anchor }, dueDate) : null;
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <TextField
          {...form.field("interval")}
          label="Every"
          type="number"
          min={1}
          max={maxRecurrenceInterval}
          error={isRight ? undefined : `From 1 to ${maxRecurrenceInterval}`}
        />
        <Select
          {...useChoice(form, "every")}
          label="Unit"
          options={recurrenceUnits.map((value) => ({ value, label: interval === "1" ? value : `${value}s` }))}
        />
      </div>
      {every === "week" && (
        <WeekdayField label="On" value={weekdays} onValueChange={weekdayField.onValueChange} />
      )}
      <Select
        {...useChoice(form, "from")}
        label="The next one"
        options={recurrenceStarts.map((value) => ({ value, label: startNames[value] }))}
      />
      <p className="text-muted text-xs">
        {recurrenceWords({ ...rule, anchor })}.
        {next && ` After this one, ${describeDue({ date: next, clock: null }, now).text}.`}
      </p>
      <div className="flex justify-end gap-2">
        {recurrence && (
          <Button variant="ghost" onClick={() => onSet(null)}>
            Remove
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={!isRight}>
          Save
        </Button>
      </div>
    </form>
  );
}

export interface RepeatsFieldProps {
  recurrence: NewRecurrence | null;
  dueDate: string | null;
  onChange: (recurrence: NewRecurrence | null) => void;
}

/** Whether a new task comes again, and when. */
export function RepeatsField({ recurrence, dueDate, onChange }: RepeatsFieldProps) {
  const isSet = recurrence !== null && dueDate !== null;
  const words = isSet ? recurrenceWords({ ...recurrence, anchor: dueDate }) : "Never";
  return (
    <Field label="Repeats">
      {(wiring) => (
        <Popover
          className="w-[300px]"
          label="Repeats"
          trigger={
            <button {...wiring} aria-label={`Repeats: ${words}`} className={selectTrigger} type="button">
              <Repeat aria-hidden="true" className="size-4 flex-none text-faint" />
              <span className={cx("flex-1 truncate text-left", !isSet && "text-faint")}>{words}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-4 flex-none text-faint transition-transform group-data-popup-open:rotate-180"
              />
            </button>
          }
        >
          {(close) => (
            <RecurrenceForm
              dueDate={dueDate}
              onSet={(next) => {
                onChange(next);
                close();
              }}
              recurrence={recurrence}
            />
          )}
        </Popover>
      )}
    </Field>
  );
}

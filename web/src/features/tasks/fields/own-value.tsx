import { currentOption, type FieldValue, isComputed } from "@atoll/contract/fields/field-schemas";
import { daySchema } from "@atoll/contract/identifiers";
import type { Person } from "@atoll/contract/people/schemas";
import type { FormulaFault, TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Check } from "lucide-react";
import { ChoiceBadge } from "../../../capabilities/fields/choice-dot.tsx";
import { fieldText } from "../../../capabilities/fields/field-words.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { fieldValueOf } from "../data/use-task-fields.ts";

/** A value of a task as people read it, or the result of a formula; nothing for an empty field that people fill. */
export function OwnValue({ field, task }: { field: TaskField; task: Task }) {
  const value = fieldValueOf(task, field.name);
  return isComputed(field) ? (
    <FormulaResult fault={task.fieldFaults?.[field.name]} field={field} value={value} />
  ) : (
    <GivenValue field={field} people={task.fieldPeople} value={value} />
  );
}

interface GivenValueProps {
  field: TaskField;
  value: FieldValue | null;
  people: readonly Person[];
}

function GivenValue({ field, value, people }: GivenValueProps) {
  if (value === null) return null;
  // A job may still be writing the new name of an option to tasks.
  const named = (option: unknown) => currentOption(field, String(option)) ?? String(option);
  if (field.kind === "choice") return <ChoiceBadge field={field} option={named(value)} />;
  if (Array.isArray(value))
    return value.map((option) => <ChoiceBadge key={String(option)} field={field} option={named(option)} />);
  if (field.kind === "checkbox")
    return (
      <>
        <Check aria-hidden="true" className="size-4 text-success-text" />
        <VisuallyHidden>Yes</VisuallyHidden>
      </>
    );
  const person = field.kind === "person" ? people.find(({ id }) => id === value) : undefined;
  if (person)
    return (
      <>
        <PersonAvatar person={person} decorative size={20} />
        <span className="truncate">{authorName(person)}</span>
      </>
    );
  return <span className="truncate tabular-nums">{fieldText(field, value)}</span>;
}

const faultWords: Readonly<Record<FormulaFault, string>> = {
  zero: "The formula divides by zero.",
  currencies: "The formula mixes currencies.",
  large: "The result is too large.",
  failed: "The formula could not be computed.",
};

interface FormulaResultProps extends Omit<GivenValueProps, "people"> {
  fault?: FormulaFault | undefined;
}

/** Whether a stored result is of the kind that its formula has now: others are about to be computed. */
function fitsKind({ kind }: Pick<TaskField, "kind">, value: FieldValue): boolean {
  if (kind === "checkbox") return typeof value === "boolean";
  if (kind === "number") return typeof value === "number";
  if (kind === "money") return typeof value === "object";
  return typeof value === "string" && (kind !== "date" || daySchema.safeParse(value).success);
}

/** The result of a formula; a dash that says why, where there is none. */
export function FormulaResult({ field, value, fault }: FormulaResultProps) {
  const isFitting = value !== null && fitsKind(field, value);
  if (isFitting) return <GivenValue field={field} value={value} people={[]} />;
  if (field.kind === "checkbox" && !fault && value === null) return <span className="text-muted">No</span>;
  const why = fault
    ? faultWords[fault]
    : value === null
      ? "A field that the formula uses is empty."
      : "The new result is being computed.";
  return (
    <Popover
      label={field.label}
      className="max-w-60 p-3 text-sm"
      trigger={
        <button
          type="button"
          title={why}
          aria-label={`${field.label}: no result`}
          className="relative z-1 -ml-1 min-h-6 min-w-6 rounded-sm text-center text-faint hover:bg-surface-hover max-md:min-h-9 max-md:min-w-9"
        >
          –
        </button>
      }
    >
      <p>{why}</p>
    </Popover>
  );
}

/** The chosen fields of a card that have a value, each under its name. */
export function OwnChips({ task, fields }: { task: Task; fields: readonly TaskField[] }) {
  const filled = fields.filter(({ name }) => fieldValueOf(task, name) !== null || task.fieldFaults?.[name]);
  if (filled.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-2xs">
      {filled.map((field) => (
        <div key={field.name} className="flex min-w-0 max-w-full items-center gap-1">
          <dt className="flex-none text-faint">{field.label}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-1 text-muted">
            <OwnValue field={field} task={task} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

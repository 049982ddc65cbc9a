import { currentOption, type FieldValue } from "@atoll/contract/fields/field-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Check } from "lucide-react";
import { ChoiceBadge } from "../../../capabilities/fields/choice-dot.tsx";
import { fieldText } from "../../../capabilities/fields/field-words.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { fieldValueOf } from "../data/use-task-fields.ts";

interface OwnValueProps {
  field: TaskField;
  value: FieldValue | null;
  people: readonly Person[];
}

/** A value as people read it; nothing for none. */
export function OwnValue({ field, value, people }: OwnValueProps) {
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

/** The chosen fields of a card that have a value, each under its name. */
export function OwnChips({ task, fields }: { task: Task; fields: readonly TaskField[] }) {
  const filled = fields.filter(({ name }) => fieldValueOf(task, name) !== null);
  if (filled.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-2xs">
      {filled.map((field) => (
        <div key={field.name} className="flex min-w-0 max-w-full items-center gap-1">
          <dt className="flex-none text-faint">{field.label}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-1 text-muted">
            <OwnValue field={field} value={fieldValueOf(task, field.name)} people={task.fieldPeople} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { currentOption } from "@atoll/contract/fields/field-schemas";
import { exactly, type FieldFilter, readWanted } from "@atoll/contract/fields/filter";
import { hasOptions } from "@atoll/contract/fields/settings-schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { maxShownFields, type OwnFieldName } from "@atoll/contract/tasks/limits";
import { Columns3, ListFilter } from "lucide-react";
import { useState } from "react";
import { ChoiceDot } from "../../../capabilities/fields/choice-dot.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";

interface OwnFiltersProps {
  fields: readonly TaskField[];
  chosen: FieldFilter;
  onChange: (chosen: FieldFilter) => void;
}

/** Filters by the company's own fields, behind one pill; nothing where there are no fields. */
export function OwnFilters({ fields, chosen, onChange }: OwnFiltersProps) {
  const count = Object.keys(chosen).length;
  if (fields.length === 0 && count === 0) return null;
  const set = (name: string, values: readonly string[]) => {
    const { [name]: _before, ...others } = chosen;
    onChange(values.length > 0 ? { ...others, [name]: values } : others);
  };
  const [first] = Object.keys(chosen);
  const only = fields.find(({ name }) => name === first)?.label ?? "1 field";
  return (
    <Popover
      label="Filter by fields"
      className="flex max-h-[60dvh] w-72 flex-col gap-4 overflow-y-auto p-4"
      trigger={
        <FilterButton
          active={count > 0}
          icon={ListFilter}
          label={count === 0 ? "Fields" : count === 1 ? `Fields: ${only}` : `Fields: ${count} selected`}
          onClear={() => onChange({})}
        />
      }
    >
      {fields.map((field) => (
        <OneFilter
          key={field.name}
          field={field}
          values={chosen[field.name] ?? []}
          onChange={(values) => set(field.name, values)}
        />
      ))}
      {count > 0 && (
        <Button className="self-end" size="sm" variant="ghost" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Popover>
  );
}

interface OneFilterProps {
  field: TaskField;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function OneFilter({ field, values, onChange }: OneFilterProps) {
  if (hasOptions(field.kind)) return <OptionFilter field={field} values={values} onChange={onChange} />;
  if (field.kind === "person") return <PersonFilter field={field} values={values} onChange={onChange} />;
  if (field.kind === "checkbox")
    return (
      <Select
        label={field.label}
        value={values[0] === "" ? "no" : values.length > 0 ? "yes" : "any"}
        onValueChange={(next) => onChange(next === "any" ? [] : [next === "yes" ? "true" : ""])}
        options={[
          { value: "any", label: "Any" },
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
      />
    );
  if (field.kind === "date" || field.kind === "number" || field.kind === "money")
    return <RangeFilter field={field} values={values} onChange={onChange} />;
  return <TextFilter field={field} values={values} onChange={onChange} />;
}

function OptionFilter({ field, values, onChange }: OneFilterProps) {
  // An option that was renamed since is still the one that the address means.
  const chosen = values.map((value) => {
    const wanted = readWanted(value);
    return wanted.is === "equal" ? (currentOption(field, wanted.value) ?? wanted.value) : "";
  });
  const toggle = (option: string, isOn: boolean) => {
    const next = isOn ? [...chosen, option] : chosen.filter((one) => one !== option);
    onChange(next.map((one) => (one === "" ? "" : exactly(one))));
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-xs">{field.label}</legend>
      {[...(field.options ?? []), ""].map((option) => (
        <Checkbox
          key={option}
          checked={chosen.includes(option)}
          label={
            <span className="flex min-w-0 items-center gap-2">
              {option !== "" && <ChoiceDot colour={field.colours?.[option]} />}
              <span className="truncate">{option === "" ? "None" : option}</span>
            </span>
          }
          onChange={({ target }) => toggle(option, target.checked)}
        />
      ))}
    </fieldset>
  );
}

function PersonFilter({ field, values, onChange }: OneFilterProps) {
  const viewer = useViewer();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const others = values.filter((id) => id !== "" && id !== viewer.id);
  const options = [
    { id: viewer.id, label: "Me" },
    { id: "", label: "Nobody" },
    ...others.map((id) => ({ id, label: names[id] ?? "A colleague" })),
  ];
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-xs">{field.label}</legend>
      {options.map(({ id, label }) => (
        <Checkbox
          key={id}
          checked={values.includes(id)}
          label={label}
          onChange={({ target }) =>
            onChange(target.checked ? [...values, id] : values.filter((one) => one !== id))
          }
        />
      ))}
      <PersonSearch
        onChoose={(person) => {
          setNames((before) => ({ ...before, [person.id]: authorName(person) }));
          if (!values.includes(person.id)) onChange([...values, person.id]);
        }}
      />
    </fieldset>
  );
}

/** From one number or day to another, either of which may be left out. */
function RangeFilter({ field, values, onChange }: OneFilterProps) {
  const wanted = readWanted(values[0] ?? "");
  const [from, to] = wanted.is === "within" ? [wanted.from ?? "", wanted.to ?? ""] : ["", ""];
  const set = (low: string, high: string) => onChange(low === "" && high === "" ? [] : [`${low}..${high}`]);
  if (field.kind === "date")
    return (
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-semibold text-xs">{field.label}</legend>
        <DateField label="From" value={from} onValueChange={(day) => set(day, to)} />
        <DateField label="To" value={to} onValueChange={(day) => set(from, day)} />
      </fieldset>
    );
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-xs">{field.label}</legend>
      <div className="grid grid-cols-2 gap-2">
        <BoundField label="From" value={from} onChange={(low) => set(low, to)} />
        <BoundField label="To" value={to} onChange={(high) => set(from, high)} />
      </div>
    </fieldset>
  );
}

const aNumber = /^-?\d{1,13}(?:\.\d{1,6})?$/;

function BoundField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const number = text.trim().replace(",", ".");
  const isWrong = number !== "" && !aNumber.test(number);
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isWrong ? "Enter a number" : undefined}
      onChange={({ target }) => {
        setText(target.value);
        const next = target.value.trim().replace(",", ".");
        if (next === "" || aNumber.test(next)) onChange(next);
      }}
    />
  );
}

function TextFilter({ field, values, onChange }: OneFilterProps) {
  const wanted = readWanted(values[0] ?? "");
  const [text, setText] = useState(wanted.is === "containing" ? wanted.text : "");
  return (
    <TextField
      label={`${field.label} contains`}
      autoComplete="off"
      maxLength={100}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.trim() === "" ? [] : [`~${target.value.trim()}`]);
      }}
    />
  );
}

/** Chooses the fields that lists and boards show of each task; nothing where there are no fields. */
export function ShownFields({
  fields,
  chosen,
  onChange,
}: {
  fields: readonly TaskField[];
  chosen: readonly OwnFieldName[];
  onChange: (chosen: OwnFieldName[]) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <CheckFilter
      chosen={chosen}
      icon={Columns3}
      name="Show"
      onChange={(next) => onChange(next.slice(-maxShownFields))}
      onClear={() => onChange([])}
      // Names of tasks' fields all begin so.
      options={fields.map(({ name, label }) => ({ value: name as OwnFieldName, label }))}
    />
  );
}

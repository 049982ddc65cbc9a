import { currentOption, type Field } from "@atoll/contract/fields/field-schemas";
import { exactly, type FieldFilter, readWanted } from "@atoll/contract/fields/filter";
import { hasOptions } from "@atoll/contract/fields/settings-schemas";
import { useState } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { PersonSearch } from "../people/person-search.tsx";
import { useNames } from "../people/use-names.ts";
import { ChoiceDot } from "./choice-dot.tsx";
import { BoundField, DayFilter, FilterGroup } from "./filter-parts.tsx";

interface FieldFiltersProps {
  fields: readonly Field[];
  chosen: FieldFilter;
  onChange: (chosen: FieldFilter) => void;
}

/** Filters by each of these fields. All of them apply, and any of the values of one. */
export function FieldFilters({ fields, chosen, onChange }: FieldFiltersProps) {
  const set = (name: string, values: readonly string[]) => {
    const { [name]: _before, ...others } = chosen;
    onChange(values.length > 0 ? { ...others, [name]: values } : others);
  };
  return fields.map((field) => (
    <OneFilter
      key={field.name}
      field={field}
      values={chosen[field.name] ?? []}
      onChange={(values) => set(field.name, values)}
    />
  ));
}

interface OneFilterProps {
  field: Field;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function OneFilter({ field, values, onChange }: OneFilterProps) {
  if (hasOptions(field.kind)) return <OptionFilter field={field} values={values} onChange={onChange} />;
  if (field.kind === "person")
    return (
      <PeopleFilter
        label={field.label}
        nobody=""
        chosen={values}
        onChange={(people) => onChange([...people])}
      />
    );
  if (field.kind === "checkbox" || field.kind === "checklist")
    return <TickFilter field={field} values={values} onChange={onChange} />;
  if (field.kind === "date")
    return (
      <DayFilter
        label={field.label}
        value={values[0]}
        onChange={(value) => onChange(value === undefined ? [] : [value])}
      />
    );
  if (field.kind === "number" || field.kind === "money")
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
    <FilterGroup label={field.label}>
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
    </FilterGroup>
  );
}

/** People by their IDs: the viewer, nobody, and colleagues that a search finds. */
export function PeopleFilter({
  label,
  nobody,
  chosen,
  onChange,
}: {
  label: string;
  /** The value that stands for nobody. */
  nobody: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const viewer = useViewer();
  const [isSearching, setIsSearching] = useState(false);
  const others = chosen.filter((id) => id !== nobody && id !== viewer.id);
  const names = useNames(others);
  const options = [
    { id: viewer.id, label: "Me" },
    { id: nobody, label: "Nobody" },
    ...others.map((id) => ({ id, label: names.get(id) ?? "A colleague" })),
  ];
  return (
    <FilterGroup label={label}>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          checked={chosen.includes(option.id)}
          label={option.label}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, option.id] : chosen.filter((one) => one !== option.id))
          }
        />
      ))}
      {isSearching ? (
        <PersonSearch onChoose={({ id }) => onChange(chosen.includes(id) ? chosen : [...chosen, id])} />
      ) : (
        <Button className="self-start" size="sm" variant="ghost" onClick={() => setIsSearching(true)}>
          Find a colleague
        </Button>
      )}
    </FilterGroup>
  );
}

const ticks = {
  checkbox: [
    { value: "any", label: "Any" },
    { value: "true", label: "Yes" },
    { value: "", label: "No" },
  ],
  checklist: [
    { value: "any", label: "Any" },
    { value: "done", label: "All done" },
    { value: "open", label: "Something left" },
    { value: "", label: "Empty" },
  ],
} as const;

function TickFilter({ field, values, onChange }: OneFilterProps) {
  const options: readonly { value: string; label: string }[] =
    field.kind === "checklist" ? ticks.checklist : ticks.checkbox;
  const [first = "any"] = values;
  return (
    <Select
      label={field.label}
      value={options.some(({ value }) => value === first) ? first : "any"}
      onValueChange={(next) => onChange(next === "any" ? [] : [next])}
      options={options}
    />
  );
}

/** From one number or amount to another, either of which may be left out; of one currency, or without a value. */
function RangeFilter({ field, values, onChange }: OneFilterProps) {
  const isEmpty = values.includes("");
  const range = values.map(readWanted).find(({ is }) => is === "within");
  const { from = "", to = "", currency = "" } = range?.is === "within" ? range : {};
  const write = (low: string, high: string, unit: string, orEmpty: boolean) =>
    onChange([
      ...(low === "" && high === "" && unit === "" ? [] : [`${low}..${high}${unit && ` ${unit}`}`]),
      ...(orEmpty ? [""] : []),
    ]);
  const bound = { pattern: aNumber, refusal: "Enter a number", inputMode: "decimal" } as const;
  return (
    <FilterGroup label={field.label}>
      <div className="grid grid-cols-2 gap-2">
        <BoundField
          {...bound}
          label="From"
          value={from}
          onChange={(low) => write(low, to, currency, isEmpty)}
        />
        <BoundField
          {...bound}
          label="To"
          value={to}
          onChange={(high) => write(from, high, currency, isEmpty)}
        />
      </div>
      {field.kind === "money" && (
        <BoundField
          label="Currency"
          pattern={/^[A-Z]{3}$/}
          refusal="Enter a currency such as EUR"
          value={currency}
          onChange={(unit) => write(from, to, unit, isEmpty)}
        />
      )}
      <Checkbox
        checked={isEmpty}
        label="Empty"
        onChange={({ target }) => write(from, to, currency, target.checked)}
      />
    </FilterGroup>
  );
}

const aNumber = /^-?\d{1,13}(?:\.\d{1,6})?$/;

function TextFilter({ field, values, onChange }: OneFilterProps) {
  const isEmpty = values.includes("");
  const words = values.map(readWanted).find(({ is }) => is === "containing");
  const [text, setText] = useState(words?.is === "containing" ? words.text : "");
  const write = (typed: string, orEmpty: boolean) =>
    onChange([...(typed.trim() === "" ? [] : [`~${typed.trim()}`]), ...(orEmpty ? [""] : [])]);
  return (
    <FilterGroup label={field.label}>
      <TextField
        label={`${field.label} contains`}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          write(target.value, isEmpty);
        }}
      />
      <Checkbox checked={isEmpty} label="Empty" onChange={({ target }) => write(text, target.checked)} />
    </FilterGroup>
  );
}

import type { Field } from "@atoll/contract/fields/field-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type ComponentProps, useState } from "react";
import type { FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { useChoice } from "../../lib/form/use-choice.ts";
import type { Form } from "../../lib/form/use-form.ts";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { DateField } from "../../ui/field/dates/date-field.tsx";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { PeoplePicker } from "../people/people-picker.tsx";
import { amountExample, ticked } from "./form-values.ts";

interface FieldInputsProps<Values extends FieldValues> {
  /** A form with the texts of the fields under `data`. */
  form: Form<Values>;
  fields: readonly Field[];
  /** People that the fields name already. */
  people?: readonly Person[];
  /** The people who can be chosen; everybody if left out. */
  among?: ComponentProps<typeof PeoplePicker>["among"];
}

/** An input for each field that a company added, in a form. */
export function FieldInputs<Values extends FieldValues & { data: Record<string, string> }>({
  form,
  fields,
  people = [],
  among,
}: FieldInputsProps<Values>) {
  return fields.map((field) => (
    <FieldInput key={field.name} form={form} field={field} people={people} among={among} />
  ));
}

function FieldInput<Values extends FieldValues>({
  form,
  field,
  people,
  among,
}: Required<Omit<FieldInputsProps<Values>, "fields" | "among">> & {
  field: Field;
  among: FieldInputsProps<Values>["among"];
}) {
  const { label, kind, options = [] } = field;
  // The values of fields are texts, by their names below `data`.
  const name = `data.${field.name}` as FieldPath<Values>;
  const { value, onValueChange, ...choice } = useChoice(form, name);
  const text = String(value ?? "");
  const set = (next: string) => onValueChange(next as FieldPathValue<Values, typeof name>);
  const [picked, setPicked] = useState<Person>();
  switch (kind) {
    case "choice":
      return (
        <Select
          {...choice}
          label={label}
          value={text}
          onValueChange={set}
          options={[
            { value: "", label: "None" },
            ...options.map((option) => ({ value: option, label: option })),
          ]}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...choice}
          label={label}
          value={text.split("\n").filter((one) => one !== "")}
          onValueChange={(chosen) => set(chosen.join("\n"))}
          options={options.map((option) => ({ value: option, label: option }))}
        />
      );
    case "person": {
      const chosen = picked?.id === text ? picked : people.find(({ id }) => id === text);
      return (
        <fieldset aria-label={label} className="min-w-0">
          <PeoplePicker
            {...choice}
            label={label}
            max={1}
            withSelf
            among={among}
            people={chosen ? [chosen] : []}
            onChange={([person]) => {
              setPicked(person);
              set(person?.id ?? "");
            }}
          />
        </fieldset>
      );
    }
    case "date":
      return <DateField {...choice} label={label} value={text} onValueChange={set} />;
    case "checkbox":
      return (
        <Checkbox
          className="self-end pb-2"
          checked={text !== ""}
          label={label}
          onChange={({ target }) => set(target.checked ? ticked : "")}
        />
      );
    case "checklist":
      return (
        <TextArea
          {...form.field(name)}
          className="col-span-full"
          label={label}
          help="One item per line"
          grows
        />
      );
    default:
      return (
        <TextField
          {...form.field(name)}
          label={label}
          autoComplete="off"
          {...(kind === "money" && { placeholder: amountExample(), inputMode: "decimal" as const })}
          {...(kind === "number" && { inputMode: "decimal" as const })}
          {...(kind === "link" && { placeholder: "https://", inputMode: "url" as const })}
        />
      );
  }
}

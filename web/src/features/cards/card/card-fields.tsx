import { maxCardTitle } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { readersOf } from "../data/api.ts";
import { amountExample, type CardValues } from "../data/card-form.ts";
import { hasStages } from "../data/words.ts";

/** The fields of a card: those every card has, and those that its section describes. */
export function CardFields({
  form,
  type,
  isNew,
  people = [],
}: {
  form: Form<CardValues>;
  type: CardType;
  isNew: boolean;
  /** People that the fields name already. */
  people?: readonly Person[];
}) {
  const stage = useChoice(form, "stage");
  const { value: owner, onValueChange: setOwner, ...ownerField } = useChoice(form, "owner");
  const kind = type.stages.find(({ id }) => id === stage.value)?.kind;
  const stages = isNew ? type.stages.filter((one) => one.kind === "open") : type.stages;
  return (
    <>
      <TextField {...form.field("title")} label="Name" autoComplete="off" maxLength={maxCardTitle} />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {hasStages(type) && (
          <Select
            {...stage}
            label="Stage"
            options={stages.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <DateField {...useChoice(form, "dueOn")} label={type.options.dueLabel} />
        {kind === "lost" && type.options.asksReason && (
          <TextField {...form.field("reason")} label="Reason" className="col-span-full" />
        )}
        {type.fields.map((field) =>
          field.kind === "choice" ? (
            <Choice
              key={field.name}
              form={form}
              name={`data.${field.name}`}
              label={field.label}
              options={field.options ?? []}
            />
          ) : field.kind === "person" ? (
            <PersonField
              key={field.name}
              form={form}
              name={`data.${field.name}`}
              label={field.label}
              people={people}
              typeId={type.id}
            />
          ) : field.kind === "date" ? (
            <Day key={field.name} form={form} name={`data.${field.name}`} label={field.label} />
          ) : field.kind === "checklist" ? (
            <TextArea
              key={field.name}
              {...form.field(`data.${field.name}`)}
              className="col-span-full"
              label={field.label}
              help="One item per line"
              grows
            />
          ) : (
            <TextField
              key={field.name}
              {...form.field(`data.${field.name}`)}
              label={field.label}
              autoComplete="off"
              {...(field.kind === "money" && { placeholder: amountExample(), inputMode: "decimal" as const })}
              {...(field.kind === "number" && { inputMode: "decimal" as const })}
              {...(field.kind === "link" && { placeholder: "https://", inputMode: "url" as const })}
            />
          ),
        )}
      </div>
      <fieldset aria-label="Owner" className="min-w-0">
        <PeoplePicker
          {...ownerField}
          label="Owner"
          people={owner}
          max={1}
          withSelf
          among={readersOf(type.id)}
          onChange={setOwner}
        />
      </fieldset>
      <TextArea {...form.field("body")} label="Notes" grows />
    </>
  );
}

function Day({ form, name, label }: { form: Form<CardValues>; name: `data.${string}`; label: string }) {
  return <DateField {...useChoice(form, name)} label={label} />;
}

function Choice({
  form,
  name,
  label,
  options,
}: {
  form: Form<CardValues>;
  name: `data.${string}`;
  label: string;
  options: readonly string[];
}) {
  const choice = useChoice(form, name);
  return (
    <Select
      {...choice}
      label={label}
      options={[{ value: "", label: "None" }, ...options.map((option) => ({ value: option, label: option }))]}
    />
  );
}

function PersonField({
  form,
  name,
  label,
  people,
  typeId,
}: {
  form: Form<CardValues>;
  name: `data.${string}`;
  label: string;
  people: readonly Person[];
  typeId: string;
}) {
  const { value, onValueChange, ...field } = useChoice(form, name);
  const [picked, setPicked] = useState<Person>();
  const chosen = picked?.id === value ? picked : people.find(({ id }) => id === value);
  return (
    <fieldset aria-label={label} className="min-w-0">
      <PeoplePicker
        {...field}
        label={label}
        max={1}
        withSelf
        among={readersOf(typeId)}
        people={chosen ? [chosen] : []}
        onChange={([person]) => {
          setPicked(person);
          onValueChange(person?.id ?? "");
        }}
      />
    </fieldset>
  );
}

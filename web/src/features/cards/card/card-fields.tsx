import { maxCardTitle } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { FieldInputs } from "../../../capabilities/fields/field-inputs.tsx";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { readersOf } from "../data/api.ts";
import type { CardValues } from "../data/card-form.ts";
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
        <FieldInputs form={form} fields={type.fields} people={people} among={readersOf(type.id)} />
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

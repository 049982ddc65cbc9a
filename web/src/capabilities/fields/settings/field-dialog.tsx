import {
  type ChoiceColour,
  choiceColours,
  type Field,
  type FieldKind,
} from "@atoll/contract/fields/field-schemas";
import { maxFieldLabel, maxFieldOptions } from "@atoll/contract/fields/limits";
import {
  fieldChangeShape,
  hasOptions,
  hasOptionsIfChoice,
  newFieldShape,
} from "@atoll/contract/fields/settings-schemas";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ChoiceDot } from "../choice-dot.tsx";
import { colourNames, fieldKindNames, linesOf } from "../field-words.ts";
import type { FieldsPlace } from "./fields-place.ts";
import { type NameRow, NameRows } from "./name-rows.tsx";
import { movesOf, type Places, PlacesForRemoved } from "./places-for-removed.tsx";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a field. */
export function NewFieldDialog({ place, onClose }: { place: FieldsPlace; onClose: () => void }) {
  const [schema] = useState(() => newSchema(place.kinds));
  const form = useForm({
    values: { label: "", kind: place.kinds[0] ?? "text", options: "" },
    schema,
    async send(field) {
      await place.add(field);
      notify.success(`${field.label} added to ${place.name}`);
      onClose();
    },
    fallback: "Failed to add the field",
  });
  const kind = useChoice(form, "kind");
  return (
    <FormDialog form={form} title={`New field in ${place.name}`} verb="Add field" onClose={onClose}>
      <TextField {...form.field("label")} label="Name" maxLength={maxFieldLabel} autoComplete="off" />
      <Select
        {...kind}
        label="Type"
        options={place.kinds.map((value) => ({ value, label: fieldKindNames[value] }))}
      />
      {hasOptions(kind.value) && (
        <TextArea {...form.field("options")} label="Options" help="One per line" rows={4} grows />
      )}
    </FormDialog>
  );
}

function newSchema(kinds: readonly FieldKind[]) {
  const [first = "text", ...others] = kinds;
  return z
    .object({ label: z.string(), kind: z.string(), options: z.string() })
    .transform(({ options, ...field }) => ({
      ...field,
      ...((field.kind === "choice" || field.kind === "choices") && { options: linesOf(options) }),
    }))
    .pipe(
      z
        .object(newFieldShape([first, ...others]))
        .refine(hasOptionsIfChoice, { path: ["options"], message: "Add at least one option" })
        .transform(({ label, kind, options }) => ({ label, kind, ...(options && { options }) })),
    );
}

type OptionRow = NameRow & { colour: ChoiceColour };

interface FieldDialogProps {
  place: FieldsPlace;
  field: Field;
  onClose: () => void;
}

/** Renames a field and its options, and gives these their colours. */
export function FieldDialog({ place, field, onClose }: FieldDialogProps) {
  const isChoice = hasOptions(field.kind);
  const [places, setPlaces] = useState<Places>({});
  const before = (field.options ?? []).map((name) => ({ was: name, name }));
  const form = useEditForm({
    stored: storedOf(place, field),
    schema: editSchema,
    fetchNewest: async () => storedOf(await place.fetchNewest(), field),
    async save(parsed, { version, pick }) {
      const { label, options } = pick(parsed);
      const change = changeSchema.safeParse({
        ...(label !== undefined && field.isAdded && { label }),
        ...(isChoice &&
          options && {
            options: options.map(({ was, name }) => ({ ...(was !== undefined && { was }), name })),
            optionMoves: movesOf(before, options, places, ({ name }) => name.trim()),
            colours: Object.fromEntries(
              options.flatMap(({ name, colour }) => (colour === "grey" ? [] : [[name.trim(), colour]])),
            ),
          }),
      });
      if (!change.success) throw new SpokenError(change.error.issues[0]?.message);
      await place.change(field.name, { version, ...change.data });
      return undefined;
    },
    onDone({ label }) {
      notify.success(`${label} saved`);
      onClose();
    },
    fallback: "Failed to save the field",
  });
  const options = useChoice(form, "options");
  return (
    <FormDialog
      keptAs={`field/${place.name}/${field.name}`}
      form={form}
      title={`Edit ${field.label}`}
      description={isChoice ? `An option that is renamed here is renamed on all ${place.things}.` : undefined}
      verb="Save field"
      onClose={onClose}
    >
      <FormClashes form={form} labels={{ label: "Name", options: "Options" }} />
      {field.isAdded && (
        <TextField {...form.field("label")} label="Name" maxLength={maxFieldLabel} autoComplete="off" />
      )}
      {isChoice && (
        <>
          <NameRows
            what="Option"
            rows={options.value}
            most={maxFieldOptions}
            onChange={options.onValueChange}
            make={(row): OptionRow => ({ ...row, colour: "grey" })}
            renderMore={(row, change) => (
              <Select
                className="w-28 flex-none max-md:flex-1"
                label={`Colour of ${row.name || "the option"}`}
                hideLabel
                value={row.colour}
                onValueChange={(colour) => change({ ...row, colour })}
                options={colourOptions}
              />
            )}
          />
          <PlacesForRemoved
            before={before}
            rows={options.value}
            places={places}
            onChange={setPlaces}
            things={capital(place.things)}
          />
        </>
      )}
    </FormDialog>
  );
}

const colourOptions = choiceColours.map((value) => ({
  value,
  label: colourNames[value],
  lead: <ChoiceDot colour={value} />,
}));

const changeSchema = z.object(fieldChangeShape).transform(({ label, options, optionMoves, colours }) => ({
  ...(label !== undefined && { label }),
  ...(options && { options }),
  ...(optionMoves && { optionMoves }),
  ...(colours && { colours }),
}));
const editSchema = z.object({
  label: fieldChangeShape.label.unwrap(),
  options: z.array(z.custom<OptionRow>()),
});

/** The field as it is stored now; one that was removed stays as it was opened. */
function storedOf({ fields, version }: Pick<FieldsPlace, "fields" | "version">, opened: Field) {
  const { label, options = [], colours = {} } = fields.find(({ name }) => name === opened.name) ?? opened;
  const rows = options.map(
    (name): OptionRow => ({ key: name, was: name, name, colour: colours[name] ?? "grey" }),
  );
  return { values: { label, options: rows }, version };
}

import type { CardField } from "@atoll/contract/cards/field-schemas";
import { maxFieldOptions } from "@atoll/contract/cards/limits";
import {
  fieldChangeSchema,
  newFieldSchema,
  type SectionSettings,
} from "@atoll/contract/cards/settings-schemas";
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
import { type NameRow, NameRows } from "./name-rows.tsx";
import { movesOf, type Places, PlacesForRemoved } from "./places-for-removed.tsx";
import { addField, changeField, useKeepSection, useRefetchSection } from "./settings-api.ts";
import { fieldKindOptions, linesOf } from "./settings-words.ts";

interface FieldDialogProps {
  section: SectionSettings;
  field: CardField;
  onClose: () => void;
}

/** Adds a field to a section, or renames one and its options. */
export function FieldDialog(props: Omit<FieldDialogProps, "field"> & { field: CardField | undefined }) {
  const { field, ...rest } = props;
  return field ? <EditField {...rest} field={field} /> : <NewField {...rest} />;
}

const newSchema = z
  .object({ label: z.string(), kind: z.string(), options: z.string() })
  .transform(({ options, ...field }) => ({
    ...field,
    ...(field.kind === "choice" && { options: linesOf(options) }),
  }))
  .pipe(newFieldSchema);

function NewField({ section, onClose }: Omit<FieldDialogProps, "field">) {
  const keep = useKeepSection();
  const form = useForm({
    values: { label: "", kind: "text", options: "" },
    schema: newSchema,
    async send(field) {
      keep(await addField(section.id, { version: section.version, ...field }));
      notify.success(`${field.label} added to ${section.name}`);
      onClose();
    },
    fallback: "Failed to add the field",
  });
  const kind = useChoice(form, "kind");
  return (
    <FormDialog form={form} title={`New field in ${section.name}`} verb="Add field" onClose={onClose}>
      <TextField {...form.field("label")} label="Name" maxLength={60} autoComplete="off" />
      <Select {...kind} label="Type" options={fieldKindOptions} />
      {kind.value === "choice" && (
        <TextArea {...form.field("options")} label="Options" help="One per line" rows={4} grows />
      )}
    </FormDialog>
  );
}

function EditField({ section, field, onClose }: FieldDialogProps) {
  const keep = useKeepSection();
  const refetch = useRefetchSection(section);
  const isChoice = field.kind === "choice";
  const [places, setPlaces] = useState<Places>({});
  const before = (field.options ?? []).map((name) => ({ was: name, name }));
  const form = useEditForm({
    stored: storedOf(section, field),
    schema: editSchema,
    fetchNewest: async () => storedOf(await refetch(), field),
    async save(parsed, { version, pick }) {
      const { label, options } = pick(parsed);
      const change = fieldChangeSchema.safeParse({
        version,
        ...(label !== undefined && field.isAdded && { label }),
        ...(isChoice &&
          options && {
            options: options.map(({ key: _key, ...option }) => option),
            optionMoves: movesOf(before, options, places, ({ name }) => name.trim()),
          }),
      });
      if (!change.success) throw new SpokenError(change.error.issues[0]?.message);
      keep(await changeField(section.id, field.name, change.data));
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
      form={form}
      title={`Edit ${field.label}`}
      description={
        field.kind === "choice" ? "An option that is renamed here is renamed on every card." : undefined
      }
      verb="Save field"
      onClose={onClose}
    >
      <FormClashes form={form} labels={{ label: "Name", options: "Options" }} />
      {field.isAdded && <TextField {...form.field("label")} label="Name" maxLength={60} autoComplete="off" />}
      {isChoice && (
        <>
          <NameRows
            what="Option"
            rows={options.value}
            most={maxFieldOptions}
            onChange={options.onValueChange}
            make={(row) => row}
          />
          <PlacesForRemoved before={before} rows={options.value} places={places} onChange={setPlaces} />
        </>
      )}
    </FormDialog>
  );
}

const editSchema = fieldChangeSchema
  .pick({ label: true })
  .required()
  .extend({ options: z.array(z.custom<NameRow>()) });

/** The field as a section has it now; one that was removed stays as it was opened. */
function storedOf({ fields, version }: SectionSettings, opened: CardField) {
  const field = fields.find(({ name }) => name === opened.name) ?? opened;
  const options = (field.options ?? []).map((name): NameRow => ({ key: name, was: name, name }));
  return { values: { label: field.label, options }, version };
}

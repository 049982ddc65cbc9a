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
import { useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { type NameRow, NameRows } from "./name-rows.tsx";
import { addField, changeField, useKeepSection } from "./settings-api.ts";
import { fieldKindOptions, linesOf } from "./settings-words.ts";
import { usePartVersion } from "./use-part-version.ts";

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
  const seen = usePartVersion(section, () => null);
  const form = useForm({
    values: { label: "", kind: "text", options: "" },
    schema: newSchema,
    async send(field) {
      keep(await addField(section.id, { version: seen.version, ...field }).catch(seen.refused));
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
        <TextArea {...form.field("options")} label="Options" help="One in each line" rows={4} grows />
      )}
    </FormDialog>
  );
}

function EditField({ section, field, onClose }: FieldDialogProps) {
  const keep = useKeepSection();
  const seen = usePartVersion(section, ({ fields }) => fields.find(({ name }) => name === field.name));
  const [options, setOptions] = useState<NameRow[]>(() =>
    (field.options ?? []).map((name) => ({ key: name, was: name, name })),
  );
  const form = useForm({
    values: { label: field.label },
    schema: fieldChangeSchema.pick({ label: true }).required(),
    async send({ label }) {
      const wanted = options.map(({ was, name }) => ({ ...(was !== undefined && { was }), name }));
      const isChoice = field.kind === "choice";
      const change = fieldChangeSchema.safeParse({
        version: seen.version,
        label,
        ...(isChoice && { options: wanted }),
      });
      if (!change.success) throw new SpokenError(change.error.issues[0]?.message);
      keep(await changeField(section.id, field.name, change.data).catch(seen.refused));
      notify.success(`${label} saved`);
      onClose();
    },
    fallback: "Failed to save the field",
  });
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
      {seen.isMoved && !form.failure && !form.isSending && (
        <InlineAlert tone="notice">
          Someone else changed this field while you were editing. What you typed is kept.
        </InlineAlert>
      )}
      <TextField {...form.field("label")} label="Name" maxLength={60} autoComplete="off" />
      {field.kind === "choice" && (
        <NameRows
          what="Option"
          rows={options}
          most={maxFieldOptions}
          onChange={setOptions}
          make={(row) => row}
        />
      )}
    </FormDialog>
  );
}

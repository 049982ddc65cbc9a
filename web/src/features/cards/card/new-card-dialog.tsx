import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { type Form, useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useCardList } from "../data/api.ts";
import { type CardValues, schemaOf, valuesOf } from "../data/card-form.ts";
import { CardFields } from "./card-fields.tsx";
import { fillPlaceholders, openPlaceholders, valuesFrom } from "./fill-template.ts";

/** Adds a card to a section. */
export function NewCardDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const [id] = useState(uuidv7);
  const { templateStage } = type.options;
  const form = useForm({
    values: valuesOf(type, undefined),
    schema: schemaOf(type),
    async send({ reason: _none, ...given }) {
      const body = { ...given, body: fillPlaceholders(given.body, form.getValues()) };
      await call(routes.createCard, { params: { typeId: type.id }, body: { id, ...body } });
      notify.success(`${body.title} added`);
      onClose();
    },
    fallback: `Failed to add the ${type.singular}`,
  });
  return (
    <FormDialog
      form={form}
      keptAs={`card-new/${type.id}`}
      title={`New ${type.singular}`}
      width={560}
      verb={`Add ${type.singular}`}
      onClose={onClose}
    >
      {templateStage !== undefined && <TemplateField form={form} type={type} stage={templateStage} />}
      <CardFields form={form} type={type} isNew />
    </FormDialog>
  );
}

/** Starts a new card from a template of its section. */
function TemplateField({ form, type, stage }: { form: Form<CardValues>; type: CardType; stage: string }) {
  const list = useCardList(type, { stage }, { sort: "title", order: undefined });
  const [templateId, setTemplateId] = useState("");
  const values = form.watch();
  const templates = list.items ?? [];
  const open = templateId === "" ? [] : openPlaceholders(values.body, values);
  function choose(id: string): void {
    setTemplateId(id);
    const template = templates.find((one) => one.id === id);
    if (template) form.reset(valuesFrom(type, template, form.getValues()));
  }
  if (templates.length === 0) return null;
  return (
    <>
      <Select
        label="Start from"
        value={templateId}
        onValueChange={choose}
        options={[
          { value: "", label: "An empty page" },
          ...templates.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      {open.length > 0 && (
        <InlineAlert tone="info">
          Still open in the text: {open.join(", ")}. Fill in their fields, or write over them.
        </InlineAlert>
      )}
    </>
  );
}

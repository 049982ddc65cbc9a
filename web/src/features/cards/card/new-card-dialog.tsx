import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { schemaOf, valuesOf } from "../data/card-form.ts";
import { fillPlaceholders } from "../templates/fill-template.ts";
import { TemplateField } from "../templates/template-field.tsx";
import { CardFields } from "./card-fields.tsx";

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

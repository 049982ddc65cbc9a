import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import type { Form } from "../../../lib/form/use-form.ts";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useCardList } from "../data/api.ts";
import type { CardValues } from "../data/card-form.ts";
import { openPlaceholders, valuesFrom } from "./fill-template.ts";

/** Starts a new card from a template of its section. */
export function TemplateField({
  form,
  type,
  stage,
}: {
  form: Form<CardValues>;
  type: CardType;
  stage: string;
}) {
  const list = useCardList(type, { stage }, "title");
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

import type { Card, CardType } from "@atoll/contract/cards/schemas";
import type { CardValues } from "../data/card-form.ts";

/** Placeholders of templates, and the fields that fill them. */
const placeholders: Readonly<Record<string, (values: CardValues) => string | undefined>> = {
  company: ({ data }) => data.client ?? data.company,
  contact: ({ data }) => data.signer ?? data.contact,
  value: ({ data }) => data.value,
  date: ({ data }) => data.valid_until,
  owner: ({ owner }) => owner[0]?.name,
};
/** Fields that fill placeholders belong to each card alone, and are not taken from its template. */
const ownFields = new Set(["client", "company", "signer", "contact", "value", "valid_until"]);
const marker = /\{\{\s*([a-z]{1,20})\s*\}\}/g;

/** Replaces the placeholders whose fields are filled: "{{company}}". The others stay, to be seen. */
export function fillPlaceholders(text: string, values: CardValues): string {
  return text.replaceAll(marker, (whole, name: string) => placeholders[name]?.(values)?.trim() || whole);
}

/** The placeholders of a text that nothing fills yet. */
export function openPlaceholders(text: string, values: CardValues): string[] {
  const found = [...fillPlaceholders(text, values).matchAll(marker)].flatMap(([, name]) => name ?? []);
  return [...new Set(found)];
}

/** The values of a form that starts from a template. What was typed already stays. */
export function valuesFrom(type: CardType, template: Card, typed: CardValues): CardValues {
  const data = { ...typed.data };
  for (const { name, kind, options } of type.fields) {
    const value = template.data[name];
    if (data[name] || value === undefined || value === null || ownFields.has(name)) continue;
    if (Array.isArray(value)) data[name] = value.map(({ text }) => text).join("\n");
    else if (kind === "choice" && !options?.includes(String(value))) continue;
    else if (typeof value === "string" || typeof value === "number") data[name] = String(value);
  }
  const choice = type.fields.find(({ name }) => name === "template");
  if (choice?.options?.includes(template.title)) data.template = template.title;
  return { ...typed, body: template.body, data };
}

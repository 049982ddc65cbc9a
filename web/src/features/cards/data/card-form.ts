import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { maxCardBody, maxCardTitle } from "@atoll/contract/cards/limits";
import { unmetNeed } from "@atoll/contract/cards/needs";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { maxChecklistItems } from "@atoll/contract/fields/limits";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { formText, hintOf, readFormText } from "../../../capabilities/fields/form-values.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";

export interface CardValues {
  title: string;
  stage: string;
  reason: string;
  owner: Person[];
  dueOn: string;
  body: string;
  /** Each field as text, by its name. */
  data: Record<string, string>;
}

/** Initial values of the form of a card. */
export function valuesOf(type: CardType, card: Card | undefined): CardValues {
  return {
    title: card?.title ?? "",
    stage: card?.stage ?? type.stages[0]?.id ?? "",
    reason: card?.reason ?? "",
    owner: card?.owner ? [card.owner] : [],
    dueOn: card?.dueOn ?? "",
    body: card?.body ?? "",
    data: Object.fromEntries(type.fields.map((field) => [field.name, formText(card?.data[field.name])])),
  };
}

function readField(field: CardField, text: string, card: Card | undefined): CardData[string] | undefined {
  if (field.kind === "checklist") return readItems(text.trim(), card?.data[field.name]);
  return readFormText(field, text);
}

/** An item a line. What was ticked stays ticked. */
function readItems(text: string, before: CardData[string] | undefined): CardData[string] | undefined {
  const known = Array.isArray(before) ? before : [];
  const lines = [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  if (lines.length > maxChecklistItems || lines.some((line) => line.length > maxItemLength)) return undefined;
  if (lines.length === 0) return null;
  return lines.map((line) => known.find((item) => item.text === line) ?? { text: line, isDone: false });
}

const maxItemLength = 200;

/** Checks the form, and makes of its texts what the server takes. */
export function schemaOf(type: CardType, card?: Card) {
  return z
    .object({
      title: z.string().trim().min(1, "Title is required").max(maxCardTitle),
      stage: z.string(),
      reason: z.string().trim(),
      owner: z.array(z.custom<Person>()),
      dueOn: z.string(),
      body: z.string().max(maxCardBody),
      data: z.record(z.string(), z.string()),
    })
    .transform((values, context) => {
      const data: CardData = {};
      for (const field of type.fields) {
        const value = readField(field, values.data[field.name] ?? "", card);
        if (value === undefined)
          context.addIssue({
            code: "custom",
            path: ["data", field.name],
            message: hintOf(field.kind),
          });
        else if (value === null && field.isRequired)
          context.addIssue({
            code: "custom",
            path: ["data", field.name],
            message: `${field.label} is required`,
          });
        else data[field.name] = value;
      }
      const stage = type.stages.find(({ id }) => id === values.stage);
      if (stage?.kind === "lost" && type.options.asksReason && values.reason === "")
        context.addIssue({ code: "custom", path: ["reason"], message: "Give a reason" });
      const { title, reason, body } = values;
      const ownerId = values.owner[0]?.id ?? null;
      const unmet =
        values.stage === card?.stage
          ? undefined
          : unmetNeed(
              type.options,
              values.stage,
              { data: { ...card?.data, ...data }, ownerId, approvals: card?.approvals ?? [] },
              dayOf(new Date()),
            );
      if (unmet) context.addIssue({ code: "custom", path: ["stage"], message: unmet.words });
      return { title, stage: values.stage, reason, ownerId, dueOn: values.dueOn || null, body, data };
    });
}

import type { CardData } from "@atoll/contract/cards/field-schemas";
import type { Card, CardChange, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import type { Edit } from "../../../lib/form/use-edit-form.ts";
import type { CardValues, schemaOf } from "./card-form.ts";

type Parsed = ReturnType<ReturnType<typeof schemaOf>["parse"]>;

/** Returns the fields that a person changed, and what they saw there, so that nobody's change is replaced unseen. */
export function changeOf(
  type: CardType,
  { data, ownerId, ...plain }: Parsed,
  { changed, source: card, pick }: Edit<CardValues, Card>,
): Pick<CardChange, "set" | "seen"> {
  const names = type.fields.map(({ name }) => name).filter((name) => changed.has(`data.${name}`));
  const isOwner = changed.has("owner");
  return {
    set: {
      ...pick(plain),
      ...(isOwner && { ownerId }),
      ...(names.length > 0 && { data: only(data, names) }),
    },
    ...(card && {
      seen: {
        ...pick({
          title: card.title,
          stage: card.stage,
          reason: card.reason,
          body: card.body,
          dueOn: card.dueOn,
        }),
        ...(isOwner && { ownerId: card.owner?.id ?? null }),
        ...(names.length > 0 && { data: only(card.data, names) }),
      },
    }),
  };
}

const only = (data: CardData, names: readonly string[]): CardData =>
  Object.fromEntries(names.map((name) => [name, data[name] ?? null]));

/** The labels of the fields of a card's form, by their names there. */
export function fieldLabels({ fields, options }: CardType): Record<string, string> {
  return {
    title: "Name",
    stage: "Stage",
    reason: "Reason",
    owner: "Owner",
    dueOn: options.dueLabel,
    body: "Notes",
    ...Object.fromEntries(fields.map(({ name, label }) => [`data.${name}`, label])),
  };
}

/** Writes the value of a stage or of a field that names a person; undefined for others. */
export function sayValue(
  { type, people }: Pick<OpenCard, "type" | "people">,
  name: string,
  value: unknown,
): string | undefined {
  if (name === "stage") return type.stages.find(({ id }) => id === value)?.name;
  const field = type.fields.find((one) => `data.${one.name}` === name);
  return field?.kind === "person" ? people.find(({ id }) => id === value)?.name : undefined;
}

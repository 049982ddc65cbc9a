import { type CardField, type CardFieldKind, cardFieldKinds } from "@atoll/contract/cards/field-schemas";
import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { counted } from "../../../lib/counted.ts";

export const fieldKindNames: Readonly<Record<CardFieldKind, string>> = {
  text: "Text",
  number: "Number",
  money: "Money",
  date: "Date",
  choice: "Choice",
  person: "Person",
  link: "Link",
  checklist: "Checklist",
};

export const fieldKindOptions = cardFieldKinds.map((value) => ({ value, label: fieldKindNames[value] }));

export const stageKinds = [
  { value: "open", label: "Open" },
  { value: "won", label: "Done" },
  { value: "lost", label: "Dropped" },
] as const;

/** Lines of a text as names, each once. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}

/** "4 fields, 3 stages, 12 cards". */
export function sizeOf({ fields, stages, singular }: SectionSettings): string {
  const cards = stages.reduce((sum, { count }) => sum + count, 0);
  const shown = fields.filter(({ isRetired }) => !isRetired).length;
  const parts = [counted(shown, "field"), ...(stages.length > 1 ? [counted(stages.length, "stage")] : [])];
  return [...parts, counted(cards, singular)].join(", ");
}

/** The type of a field with its options: "Choice: Small, Large". */
export function kindOf({ kind, options }: CardField): string {
  return options && options.length > 0
    ? `${fieldKindNames[kind]}: ${options.join(", ")}`
    : fieldKindNames[kind];
}

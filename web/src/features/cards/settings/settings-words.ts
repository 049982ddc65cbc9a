import { cardFieldKinds } from "@atoll/contract/cards/field-schemas";
import type { SectionSettings } from "@atoll/contract/cards/settings-schemas";
import { fieldKindNames } from "../../../capabilities/fields/field-words.ts";
import { counted } from "../../../lib/counted.ts";

export const fieldKindOptions = cardFieldKinds.map((value) => ({ value, label: fieldKindNames[value] }));

export const stageKinds = [
  { value: "open", label: "Open" },
  { value: "won", label: "Done" },
  { value: "lost", label: "Dropped" },
] as const;

/** "4 fields, 3 stages, 12 cards". */
export function sizeOf({ fields, stages, singular }: SectionSettings): string {
  const cards = stages.reduce((sum, { count }) => sum + count, 0);
  const shown = fields.filter(({ isRetired }) => !isRetired).length;
  const parts = [counted(shown, "field"), ...(stages.length > 1 ? [counted(stages.length, "stage")] : [])];
  return [...parts, counted(cards, singular)].join(", ");
}

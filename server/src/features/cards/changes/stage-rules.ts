import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { AppError } from "../../../platform/app-error.ts";
import type { LockedCard } from "./lock-cards.ts";

/** Where the section moves a card whose field has just become a value, such as a consent that is withdrawn. */
export function moveOf(row: LockedCard, data: LockedCard["data"]) {
  const move = sectionOptionsSchema
    .parse(row.options)
    .moves.find(({ field, value }) => data[field] === value && row.data[field] !== value);
  const field = row.fields.find(({ name }) => name === move?.field);
  return move && { stage: move.stage, reason: `${field?.label ?? move.field}: ${move.value}` };
}

interface Reasoned {
  stages: LockedCard["stages"];
  options: Partial<SectionOptions>;
  reason?: string;
}

/**
 * Why a card is lost; empty in any other stage.
 * @throws {AppError} `card_field_wrong` for a stage that the section does not have, `stage_reason_required`.
 */
export function reasonFor(section: Reasoned, stage: string, given: string | undefined): string {
  const found = section.stages.find(({ id }) => id === stage);
  if (!found)
    throw new AppError("card_field_wrong", {
      fields: [{ path: "set.stage", message: "There is no such stage" }],
    });
  if (found.kind !== "lost") return "";
  const reason = given ?? section.reason ?? "";
  if (!hasVisibleText(reason) && sectionOptionsSchema.parse(section.options).asksReason)
    throw new AppError("stage_reason_required");
  return reason;
}

import type { ChoiceColour, Field } from "@atoll/contract/fields/field-schemas";
import { Badge } from "../../ui/badge/badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { choiceTone } from "./field-words.ts";

/** The colour of an option as a dot. */
export function ChoiceDot({ colour = "grey" }: { colour: ChoiceColour | undefined }) {
  return <span aria-hidden="true" className={cx("size-2.5 flex-none rounded-full", dots[colour])} />;
}

const dots: Readonly<Record<ChoiceColour, string>> = {
  grey: "bg-secondary-text",
  blue: "bg-info-text",
  green: "bg-success-text",
  yellow: "bg-warning-text",
  red: "bg-danger-text",
  purple: "bg-accent-text",
  teal: "bg-primary-text",
};

/** An option in its colour. */
export function ChoiceBadge({ field, option }: { field: Pick<Field, "colours">; option: string }) {
  return <Badge tone={choiceTone(field, option)}>{option}</Badge>;
}

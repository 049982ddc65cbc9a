import { type DecimalMark, decimalMarkOf } from "@atoll/contract/text/numbers";
import { chosenPreferences } from "./preferences.ts";

/** The decimal mark of the person's format. */
export function chosenDecimalMark(): DecimalMark {
  return decimalMarkOf(chosenPreferences().language);
}

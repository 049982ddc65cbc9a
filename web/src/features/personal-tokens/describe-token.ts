import type { PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatDate } from "../../lib/time/format-date.ts";

/** Returns when a token ends and when it was last used. */
export function describeUse({ lastUse, endsAt }: PersonalToken, now: Date): string {
  const used = lastUse ? `Last use: ${formatAgo(lastUse.at, now)}, from ${lastUse.address}` : "Never used";
  return `${used}. ${endsAt ? `Ends ${formatDate(endsAt, now)}` : "No end date"}.`;
}

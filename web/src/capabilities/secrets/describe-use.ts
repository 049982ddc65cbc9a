import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatDate } from "../../lib/time/format-date.ts";

/** A secret that lets a program in. */
interface Used {
  lastUse: { at: string; address: string } | null;
  endsAt: string | null;
}

/**
 * Returns when a token, a connection or the address of a feed ends, and when it was last used.
 * @param mayEndSooner whether it ends by itself when it is not used.
 */
export function describeUse({ lastUse, endsAt }: Used, now: Date, mayEndSooner = false): string {
  const used = lastUse ? `Last use: ${formatAgo(lastUse.at, now)}, from ${lastUse.address}` : "Never used";
  const end = endsAt
    ? `Ends ${formatDate(endsAt, now)}${mayEndSooner ? " at the latest" : ""}`
    : "No end date";
  return `${used}. ${end}.`;
}

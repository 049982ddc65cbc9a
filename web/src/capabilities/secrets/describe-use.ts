import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatDate } from "../../lib/time/format-date.ts";

/** A secret that lets a program in. */
interface Used {
  lastUse: { at: string; address: string } | null;
  endsAt: string | null;
}

/** Returns when a token or the address of a feed ends, and when it was last used. */
export function describeUse({ lastUse, endsAt }: Used, now: Date): string {
  const used = lastUse ? `Last use: ${formatAgo(lastUse.at, now)}, from ${lastUse.address}` : "Never used";
  return `${used}. ${endsAt ? `Ends ${formatDate(endsAt, now)}` : "No end date"}.`;
}

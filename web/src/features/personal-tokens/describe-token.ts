import { type TokenScope, tokenAreaNames, tokenAreas } from "@atoll/contract/personal-tokens/areas";
import type { PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import { formatAgo } from "../../lib/time/format-ago.ts";
import { formatDate } from "../../lib/time/format-date.ts";

/** Returns what a token may do in words: "Reads Chat. Reads and writes Tasks." */
export function describeScopes(scopes: readonly TokenScope[]): string {
  const areasWith = (grant: "read" | "write") =>
    tokenAreaNames.filter((area) => scopes.includes(`${area}:${grant}`));
  const written = areasWith("write");
  const read = areasWith("read").filter((area) => !written.includes(area));
  const sentence = (verb: string, areas: typeof written) =>
    areas.length > 0 ? [`${verb} ${areas.map((area) => tokenAreas[area].name).join(", ")}.`] : [];
  return [...sentence("Reads and writes", written), ...sentence("Reads", read)].join(" ");
}

/** Returns when a token ends and when it was last used. */
export function describeUse({ lastUse, endsAt }: PersonalToken, now: Date): string {
  const used = lastUse ? `Last use: ${formatAgo(lastUse.at, now)}, from ${lastUse.address}` : "Never used";
  return `${used}. ${endsAt ? `Ends ${formatDate(endsAt, now)}` : "No end date"}.`;
}

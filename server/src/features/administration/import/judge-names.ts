import { accountNameSchema } from "@atoll/contract/administration/schemas";
import { findLookalikes, looksTaken } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../../identity/access.ts";
import type { ImportedRow } from "./read-import.ts";

export interface JudgedName {
  /** In the spelling to be stored. */
  name: string;
  /** The reasons against the name. */
  reasons: string[];
}

/**
 * Checks that names do not look like those of colleagues or of earlier rows. Equal names are accepted, because two
 * people may have the same name. Names that the form would refuse are skipped.
 * @returns the results, keyed by row.
 */
export async function judgeNames(
  db: Database,
  rows: readonly ImportedRow[],
): Promise<Map<number, JudgedName>> {
  const named = rows.flatMap(({ row, name }) => {
    const { data } = accountNameSchema.safeParse(name);
    return data === undefined ? [] : [{ row, name: data }];
  });
  const looks = await findLookalikes(
    db,
    named.map(({ name }) => name),
    namesOfColleagues(),
  );
  const firstOf = new Map<string, { row: number; name: string }>();
  const judged = new Map<number, JudgedName>();
  for (const [index, one] of named.entries()) {
    const look = looks[index];
    const first = look && firstOf.get(look.key);
    const isLikeEarlier = first !== undefined && first.name.toLowerCase() !== one.name.toLowerCase();
    if (look && !look.lookalike && !first) firstOf.set(look.key, one);
    judged.set(one.row, {
      name: one.name,
      reasons: [
        ...(look?.lookalike === undefined ? [] : [looksTaken(look.lookalike).message]),
        ...(isLikeEarlier ? [`Row ${first.row} has a name that looks too similar to this one`] : []),
      ],
    });
  }
  return judged;
}

import { accountNameSchema } from "@atoll/contract/administration/schemas";
import { findLookalikes, looksTaken } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../../identity/access.ts";
import type { ImportedRow } from "./read-import.ts";

export interface JudgedName {
  /** In the spelling that is kept. */
  name: string;
  /** Why nobody gets it. */
  reasons: string[];
}

/**
 * Judges names by how they look: none may be taken for a colleague's, or for that of an earlier row. The same name is no
 * such; two people may have one. A name that the form would refuse is not looked at.
 * @returns the judged ones by their row.
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

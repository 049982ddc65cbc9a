import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import { findLookalikes } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { insertAccounts, namesOf } from "../../administration/public.ts";
import { namesOfColleagues } from "../../identity/public.ts";
import type { Step } from "./judge-person.ts";
import { type DirectoryRow, noteEvents } from "./mirror.ts";

/** The directory that changes accounts, in a transaction. */
export interface By {
  tx: Database;
  directory: DirectoryRow;
  address: string;
}

/** Makes the accounts of new people, together: the first synchronisation makes thousands. */
export async function createAccounts({ tx, directory, address }: By, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const people = steps.map(({ person }) => person);
  const isUsable = await usableNames(
    tx,
    people.map(({ name }) => name),
    null,
  );
  const employees = steps.map(({ person, addRoles, addDepartments }, at) => ({
    ...{ name: isUsable[at] ? person.name : person.email, email: person.email, passwordHash: null },
    ...{ roles: [...addRoles], departments: [...addDepartments] },
  }));
  const made = await insertAccounts(tx, employees, { assignedBy: null, mustChoosePassword: false });
  const ids = made.map(({ id }) => id);
  await sql`UPDATE accounts a SET preferences = preferences || jsonb_build_object('language', given.language)
    FROM unnest(${ids}::uuid[], ${people.map(({ language }) => language)}::text[]) AS given (id, language)
    WHERE a.id = given.id AND given.language IS NOT NULL`.execute(tx);
  await sql`UPDATE directory_people p SET user_id = given.user_id
    FROM unnest(${people.map(({ id }) => id)}::uuid[], ${ids}::uuid[]) AS given (id, user_id)
    WHERE p.id = given.id`.execute(tx);
  await noteEvents(
    tx,
    directory.id,
    made.map(({ id, name }) => ({ kind: "created", name, userId: id })),
  );
  for (const { id, name, email, roles, departments } of made)
    await recordAct(tx, {
      action: "user.created",
      actor: undefined,
      address,
      subject: { type: "user", id, name },
      after: {
        ...{
          name,
          email,
          roles: namesOf(roles),
          departments: namesOf(departments),
          directory: directory.name,
        },
      },
    });
}

/** Returns for each name whether a person can have it: not one that looks like a colleague's, or like one before it. */
export async function usableNames(
  tx: Database,
  names: readonly string[],
  ownId: string | null,
): Promise<boolean[]> {
  const byKey = new Map<string, string>();
  const looks = await findLookalikes(tx, names, namesOfColleagues(ownId));
  return looks.map(({ key, name, lookalike }) => {
    const before = byKey.get(key);
    const isUsable = lookalike === undefined && (before ?? name.toLowerCase()) === name.toLowerCase();
    if (isUsable) byKey.set(key, name.toLowerCase());
    return isUsable;
  });
}

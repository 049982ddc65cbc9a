import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { peopleReached } from "../audience.ts";
import { audienceOf } from "../readable.ts";

/** The fields that publication requires to be valid. */
interface Publishable {
  title: string;
  department_ids: string[];
  role_ids: string[];
  expires_at: Date | null;
  must_read: boolean;
  due_at: Date | null;
}

/**
 * Asserts that an announcement may be published at an instant.
 * @throws {AppError} `invalid_request` naming the field: no title, an expiry or a due date before the publication, a
 *   due date after the expiry; `audience_empty` if it reaches nobody.
 */
export async function assertPublishable(tx: Database, row: Publishable, at: Date): Promise<void> {
  const { title, expires_at, due_at, must_read } = row;
  const wrong = [
    title === "" && { path: "title", message: "Title is required" },
    isBefore(expires_at, at) && {
      path: "expiresAt",
      message: "This would expire before it is published. Choose a later time.",
    },
    must_read &&
      isBefore(due_at, at) && {
        path: "dueAt",
        message: "This is due before it is published. Choose a later time.",
      },
    must_read &&
      due_at !== null &&
      isBefore(expires_at, due_at) && {
        path: "dueAt",
        message: "This is due after the announcement has expired. Choose an earlier time.",
      },
  ].filter((one) => one !== false);
  if (wrong.length > 0) throw new AppError("invalid_request", { fields: wrong });
  await assertReachesSomebody(tx, row);
}

function isBefore(one: Date | null, other: Date): boolean {
  return one !== null && one.getTime() <= other.getTime();
}

/** @throws {AppError} `audience_empty`. */
async function assertReachesSomebody(
  tx: Database,
  row: Pick<Publishable, "department_ids" | "role_ids">,
): Promise<void> {
  const { rows } = await sql<{ reaches: boolean }>`
    SELECT EXISTS (${peopleReached(audienceOf(row))}) AS reaches`.execute(tx);
  if (!rows[0]?.reaches) throw new AppError("audience_empty");
}

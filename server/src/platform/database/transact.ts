import type { Kysely, Transaction } from "kysely";

/** SQLSTATE: two waited for each other, and PostgreSQL gave this one up. */
const deadlockDetected = "40P01";
const mostTries = 4;

/**
 * Does `work` in a transaction. Locks are taken in one order (`holdViewer` says which), but triggers take some too, so
 * that two may still come to wait for each other: the one that PostgreSQL gives up begins anew, and its person never
 * hears of it. `work` must do nothing that a rollback does not undo.
 * @throws what `work` throws, and after several tries the database's own error.
 */
export async function transact<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isDeadlock(error) || tries === mostTries) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === deadlockDetected;
}

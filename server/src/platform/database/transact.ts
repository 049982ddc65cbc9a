import type { Kysely, Transaction } from "kysely";

/** SQLSTATE: two waited for each other, and PostgreSQL gave this one up. */
const deadlockDetected = "40P01";
const mostTries = 4;

/**
 * Runs `work` in a transaction. Locks are taken in one order (see `holdViewer`), but triggers take some too, so
 * deadlocks are still possible. The transaction that PostgreSQL aborts is retried, and its person does not notice.
 * `work` must have no effects that a rollback does not undo.
 * @throws what `work` throws, and after several attempts the database's own error.
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

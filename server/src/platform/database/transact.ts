import { AsyncLocalStorage } from "node:async_hooks";
import { type Kysely, sql, type Transaction } from "kysely";
import { AppError } from "../app-error.ts";

/** SQLSTATE: two waited for each other, and PostgreSQL gave this one up. */
const deadlockDetected = "40P01";
const mostTries = 4;
/** How often a transaction is run again because it needs the result of slow work. */
const mostRounds = 60;

/** The work that a transaction has requested outside of it, over all of its attempts. */
interface Scope {
  results: Map<string, PromiseSettledResult<unknown>>;
  /** The values of `sameInEachAttempt`. */
  values: Map<string, string>;
  /** The work that this attempt lacks the results of: it is rolled back, whatever its code makes of the error. */
  missing: NeedsSlowWork[];
  /** How often it was rolled back for slow work. */
  rounds: number;
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** The program that the transactions of this code belong to, for triggers that ask who caused a change. */
export interface ProgramMark {
  automationId: string;
  /** How many programs led to this one, with it. */
  depth: number;
}

const programs = new AsyncLocalStorage<ProgramMark>();

/** Runs work whose transactions, also those of inner calls, are marked with a program. */
export function asProgram<T>(mark: ProgramMark, work: () => Promise<T>): Promise<T> {
  return programs.run(mark, work);
}

/** Rolls a transaction back until the work is done. */
class NeedsSlowWork extends Error {
  readonly key: string;
  readonly work: () => Promise<unknown>;
  constructor(key: string, work: () => Promise<unknown>) {
    super(`a transaction waits for ${key}`);
    this.key = key;
    this.work = work;
  }
}

/**
 * Runs `work` in a transaction. Locks are taken in one order (see `holdViewer`), but triggers take some too, so
 * deadlocks are still possible. The transaction that PostgreSQL aborts is retried, and its person does not notice.
 * `work` must have no effects that a rollback does not undo: see also `outsideTransaction`.
 * @throws what `work` throws, and after several attempts the database's own error.
 */
export async function transact<Tables, T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const [results, values]: [Scope["results"], Scope["values"]] = [new Map(), new Map()];
  for (let [tries, rounds] = [1, 0]; ; ) {
    const scope: Scope = { results, values, missing: [], rounds, isOpen: true };
    let failure: unknown;
    try {
      return await db.transaction().execute((tx) => scopes.run(scope, () => runIn(scope, tx, work)));
    } catch (error) {
      failure = error;
    } finally {
      scope.isOpen = false;
    }
    const { missing } = scope;
    const [first] = missing;
    if (first) {
      rounds += 1;
      if (rounds > mostRounds)
        throw new AppError("database_busy", { detail: `${first.message}, again and again` });
      const settled = await Promise.allSettled(missing.map(({ work }) => work()));
      for (const [index, { key }] of missing.entries()) {
        const result = settled[index];
        if (result) results.set(key, result);
      }
    } else {
      if (!isDeadlock(failure) || tries === mostTries) throw failure;
      tries += 1;
    }
  }
}

async function runIn<Tables, T>(
  scope: Scope,
  tx: Transaction<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const mark = programs.getStore();
  if (mark)
    await sql`SELECT set_config('atoll.automation', ${mark.automationId}, true),
      set_config('atoll.automation_depth', ${String(mark.depth)}, true)`.execute(tx);
  const result = await work(tx);
  const [missing] = scope.missing;
  if (missing) throw missing;
  return result;
}

/**
 * Does slow work, such as that of a thread. Within a transaction it is not awaited there, where it would keep a
 * connection and locks from everybody else: the transaction is rolled back, the work is done, and the transaction runs
 * again, with the result at hand. What is asked for together (`Promise.all`) is done together.
 * @param key names the work by all that it depends on. Of something that has changed by the second run the key differs,
 * and the work is done again.
 * @throws what the work throws.
 */
export async function outsideTransaction<T>(key: string, work: () => Promise<T>): Promise<T> {
  const scope = scopes.getStore();
  if (!scope?.isOpen) return work();
  const done = scope.results.get(key);
  if (done?.status === "rejected") throw done.reason;
  // The same key names the same work, and so the same type.
  if (done) return done.value as T;
  const missing = new NeedsSlowWork(key, () => scopes.exit(work));
  scope.missing.push(missing);
  throw missing;
}

/** Returns how often this transaction was rolled back until slow work was done. Many: what it works on keeps changing. */
export const roundsOfTransaction = (): number => scopes.getStore()?.rounds ?? 0;

/** Makes a value, such as an id, once for all attempts of a transaction: slow work that depends on it is done once. */
export function sameInEachAttempt(key: string, make: () => string): string {
  const values = scopes.getStore()?.values;
  const value = values?.get(key) ?? make();
  values?.set(key, value);
  return value;
}

/**
 * Throws in tests if the caller is within a transaction: it is about to wait for a thread or another server, and must
 * do so before the transaction or by `outsideTransaction`.
 */
export function assertOutsideTransaction(what: string): void {
  if (process.env.VITEST && scopes.getStore()?.isOpen)
    throw new Error(`A transaction waits for ${what}. See outsideTransaction.`);
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === deadlockDetected;
}

import { CompiledQuery, type Kysely } from "kysely";
import type pg from "pg";
import type { Db } from "pg-boss";
import type { Notifications } from "../database/notifications.ts";
import { takeTurns } from "../turns/turn-taking.ts";

/**
 * Statements of pg-boss at a time, outside of jobs. The worker of each queue looks for work when a node starts and once a
 * minute: all together they would open, and hold, every connection of the pool.
 */
const statementsAtOnce = 4;

export interface JobDatabase<Tables> {
  /** The interface for pg-boss, with our own pool and listening connection. */
  boss: Db;
  /** Returns our view of a transaction that pg-boss has started for a job. */
  transactionOf(tx: Db): Kysely<Tables>;
}

/** Returns the database for pg-boss, which uses the shared connections. */
export function openJobDatabase<Tables>(deps: {
  db: Kysely<Tables>;
  pool: pg.Pool;
  notifications: Notifications;
}): JobDatabase<Tables> {
  const transactions = new WeakMap<Db, Kysely<Tables>>();
  const inTurn = takeTurns(statementsAtOnce);
  const boss: Db = {
    executeSql: (text, values) => inTurn(() => deps.pool.query(text, values)),
    async listen(topic, onNotification, onReconnect) {
      await deps.notifications.on(topic, onNotification);
      deps.notifications.onGap(onReconnect);
      // The listening connection is everybody's, and closed at the end.
      return { close: async () => {} };
    },
    async beginTransaction() {
      const tx = await deps.db.startTransaction().execute();
      const wrapped = bossOver(tx);
      transactions.set(wrapped, tx);
      const rollback = async () => {
        // A settled transaction, or one whose connection is lost, cannot be rolled back.
        if (!tx.isCommitted && !tx.isRolledBack)
          await tx
            .rollback()
            .execute()
            .catch(() => undefined);
      };
      return { db: wrapped, commit: () => tx.commit().execute(), rollback };
    },
  };
  return {
    boss,
    transactionOf(wrapped) {
      const tx = transactions.get(wrapped);
      if (!tx) throw new Error("a job outside of its transaction");
      return tx;
    },
  };
}

/** Returns the database for pg-boss within one of our transactions. */
export function bossOver<Tables>(tx: Kysely<Tables>): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

import { createHash } from "node:crypto";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import { type OwnerOfWork, ownerOfWork } from "../turns/owner-of-work.ts";
import type { Announcements } from "./announcements.ts";
import type { ConnectionShares } from "./connection-shares.ts";

/** Maximum prepared statements per connection, so that endlessly varying texts do not fill the server. */
const maxNamedStatements = 500;

/**
 * Returns Kysely's dialect for a `pg` pool, with every statement named by its text, so that PostgreSQL parses it once
 * per connection: 1.4 times as many page reads as without names. `named` is false for poolers without prepared
 * statements. `observe` receives the duration of each.
 */
export function namedDialect(
  pool: pg.Pool,
  shares: ConnectionShares,
  named: boolean,
  announcements: Announcements,
  observe?: ObserveQuery,
): Dialect {
  const names = new Map<string, string>();
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      poolDriver(
        pool,
        shares,
        (text) => (named ? statementName(names, text) : undefined),
        announcements,
        observe,
      ),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Takes the time of a statement in seconds, and its text, which carries no values. */
export type ObserveQuery = (seconds: number, text: string) => void;

type NameOf = (text: string) => string | undefined;

function poolDriver(
  pool: pg.Pool,
  shares: ConnectionShares,
  nameOf: NameOf,
  announcements: Announcements,
  observe: ObserveQuery | undefined,
): Driver {
  const inUse = new WeakMap<DatabaseConnection, { client: pg.PoolClient; giveBack: () => void }>();
  const inTransaction = new WeakSet<pg.PoolClient>();
  /** How many connections each piece of work has. */
  const held = new WeakMap<OwnerOfWork, number>();
  const count = (work: OwnerOfWork, change: number) => held.set(work, (held.get(work) ?? 0) + change);
  const run = async (connection: DatabaseConnection, text: string) => {
    await inUse.get(connection)?.client.query(text);
  };
  const end = async (connection: DatabaseConnection, how: "COMMIT" | "ROLLBACK") => {
    const client = inUse.get(connection)?.client;
    if (!client) return;
    let problem: unknown;
    try {
      await run(connection, how);
    } catch (error) {
      problem = error;
      throw error;
    } finally {
      inTransaction.delete(client);
      if (how === "COMMIT") settle(client, announcements, problem);
      else announcements.rolledBack(client);
    }
  };
  return {
    init: async () => {},
    destroy: () => pool.end(),
    async acquireConnection() {
      const work = ownerOfWork();
      // Work takes one share, however many connections it needs: waiting for a second one, all would wait for each other.
      const giveShareBack = held.get(work) ? () => undefined : await shares.take(work.kind);
      count(work, 1);
      const giveBack = () => {
        count(work, -1);
        giveShareBack();
      };
      try {
        const client = await pool.connect();
        const settled = (error?: unknown) => {
          if (!inTransaction.has(client)) settle(client, announcements, error);
        };
        const acquired = connection(client, nameOf, settled, observe);
        inUse.set(acquired, { client, giveBack });
        return acquired;
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    async releaseConnection(released) {
      const used = inUse.get(released);
      inUse.delete(released);
      used?.client.release();
      used?.giveBack();
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      await run(
        connection,
        settings.isolationLevel ? `BEGIN ISOLATION LEVEL ${settings.isolationLevel}` : "BEGIN",
      );
      const client = inUse.get(connection)?.client;
      if (client) inTransaction.add(client);
    },
    async commitTransaction(connection) {
      await end(connection, "COMMIT");
    },
    async rollbackTransaction(connection) {
      await end(connection, "ROLLBACK");
    },
  };
}

/**
 * Passes on or drops what was announced, by how a commit or a statement of its own ended. One whose answer is lost may
 * have been committed, and one announcement too many only makes others look.
 */
function settle(client: pg.PoolClient, announcements: Announcements, error: unknown): void {
  if (error === undefined) announcements.committed(client);
  // The codes of a connection or a server that ended.
  else if (error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? "08"))
    announcements.rolledBack(client);
  else announcements.unanswered(client);
}

function connection(
  client: pg.PoolClient,
  nameOf: NameOf,
  settled: (error?: unknown) => void,
  observe: ObserveQuery | undefined,
): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const name = parameters.length > 0 ? nameOf(sql) : undefined;
      const began = performance.now();
      const result = await client
        .query<R & pg.QueryResultRow>({ text: sql, values: [...parameters], ...(name ? { name } : {}) })
        .finally(() => observe?.((performance.now() - began) / 1000, sql))
        .catch((error: unknown) => {
          settled(error);
          throw error;
        });
      settled();
      const isWrite = result.command !== "SELECT" && result.rowCount !== null;
      return { rows: result.rows, ...(isWrite ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}) };
    },
    streamQuery() {
      throw new Error("streaming is not used here");
    },
  };
}

function statementName(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= maxNamedStatements) return undefined;
  const name = `a${createHash("sha1").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}

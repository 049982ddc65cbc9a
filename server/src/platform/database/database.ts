import { Kysely } from "kysely";
import pg from "pg";
import type { Log } from "../log/log.ts";
import { type Announcements, createAnnouncements } from "./announcements.ts";
import { createConnectionShares } from "./connection-shares.ts";
import { namedDialect, type ObserveQuery } from "./named-dialect.ts";

// Sequence numbers are bigint; they stay far below 2^53, and the wire has no other integer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Longer queries are cancelled: people have given up by then, and the pool must not fill up. */
const statementTimeoutMs = 15_000;
const connectionTimeoutMs = 5_000;
/** Work that waits for its share holds no connection, so it may wait as long as a browser does. */
const shareTimeoutMs = 30_000;
/** Requests of one kind, such as those of documents, take no more of the connections: the others go on. */
const largestShare = 0.6;

export interface DatabaseOptions {
  url: string;
  log: Log;
  /** See `ATOLL_PREPARED_STATEMENTS`. */
  preparedStatements: boolean;
  maxConnections?: number;
  /** Receives the duration of each statement. */
  observe?: ObserveQuery;
}

export interface OpenDatabase<Tables> {
  db: Kysely<Tables>;
  pool: pg.Pool;
  announcements: Announcements;
}

/** The pool that everything shares, and Kysely over it. `Tables` is the application's, not the platform's. */
export function openDatabase<Tables>(options: DatabaseOptions): OpenDatabase<Tables> {
  const most = options.maxConnections ?? 20;
  const shares = createConnectionShares(Math.max(1, Math.floor(most * largestShare)), shareTimeoutMs);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: most,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    application_name: "atoll",
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it ends the process.
  pool.on("error", (error) => {
    if (!pool.ending) options.log.warn({ err: error }, "an idle database connection broke");
  });
  // A connection may also break between two statements while it is in use. The next statement fails with the same
  // error; this handler only keeps it from ending the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const announcements = createAnnouncements(options.log, (announced) => {
    const notices = announced.flatMap(([topic, payloads]) => payloads.map((payload) => [topic, payload]));
    pool
      .query("SELECT pg_notify(n ->> 0, n ->> 1) FROM jsonb_array_elements($1::jsonb) AS n", [
        JSON.stringify(notices),
      ])
      .catch((error: unknown) => options.log.warn({ err: error }, "a change was not announced"));
  });
  pool.on("connect", announcements.watch);
  return {
    db: new Kysely<Tables>({
      dialect: namedDialect(pool, shares, options.preparedStatements, announcements, options.observe),
    }),
    pool,
    announcements,
  };
}

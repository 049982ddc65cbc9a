import { Duplex } from "node:stream";
import type pg from "pg";
import type { Log } from "../log/log.ts";

/** A statement this small is answered sooner by any database that is there; waiting for a free connection ends earlier. */
const standardDeadlineMs = 10_000;

/**
 * Returns a function that runs a small statement through the pool. If the answer does not come in time, nothing on the
 * way says that the connections are dead, and TCP would wait for a quarter of an hour: all of them are cut, so that
 * their requests fail at once and the next ones connect afresh. Create it before the pool's first connection.
 * @throws what the statement throws, or that it was not answered.
 */
export function createPoolProbe(
  pool: pg.Pool,
  log: Log,
  deadlineMs = standardDeadlineMs,
): (text: string, values: unknown[]) => Promise<void> {
  const open = new Set<pg.PoolClient>();
  pool.on("connect", (client) => open.add(client));
  pool.on("remove", (client) => open.delete(client));

  function cutAll(): void {
    log.error({ connections: open.size }, "the database does not answer: its connections are cut");
    for (const client of open) cutConnection(client);
  }

  return async (text, values) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      cutAll();
      late.reject(new Error("the database did not answer a probe"));
    }, deadlineMs).unref();
    await Promise.race([pool.query(text, values), late.promise]).finally(() => clearTimeout(timer));
  };
}

/** Cuts a connection without a word to the other end, which may not be there. Its pending statements fail. */
export function cutConnection(client: pg.ClientBase): void {
  // A public part of the client that its types leave out.
  const connection: unknown = Reflect.get(client, "connection");
  if (typeof connection !== "object" || connection === null) return;
  const stream: unknown = Reflect.get(connection, "stream");
  if (stream instanceof Duplex) stream.destroy();
}

import { setTimeout as sleep } from "node:timers/promises";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";

export interface SupervisedPostgres {
  /** Stays the same across restarts, so that a pool finds the database again. */
  readonly url: string;
  /** The process ID of the running server. Undefined while there is none. */
  readonly pid: number | undefined;
  readonly stoppedLeftOver: boolean;
  /** Stops the database, or the attempts to start it again. Calling it twice does no harm. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL and starts it again, on the same port, whenever it ends by itself. The first start
 * throws what `startEmbeddedPostgres` throws; later ones are tried without end, with growing pauses, and logged.
 */
export async function superviseEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<SupervisedPostgres> {
  const first = await startEmbeddedPostgres(options);
  const again = { ...options, port: first.port };
  const stopRequest = new AbortController();
  let current: EmbeddedPostgres | undefined = first;
  let restarting: Promise<void> = Promise.resolve();

  watch(first);
  return {
    url: first.url,
    get pid() {
      return current?.pid;
    },
    stoppedLeftOver: first.stoppedLeftOver,
    stop: async () => {
      stopRequest.abort();
      await restarting;
      await current?.stop();
    },
  };

  function watch(server: EmbeddedPostgres): void {
    server.onExit((how) => {
      current = undefined;
      options.log.error(`the database server ended by itself (${how}); starting it again`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let pauseMs = 50; !stopRequest.signal.aborted; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      try {
        current = await startEmbeddedPostgres(again);
        watch(current);
        options.log.warn("the database server runs again");
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        options.log.error(`the database server does not start, next attempt in ${pauseMs} ms: ${reason}`);
        await sleep(pauseMs, undefined, { signal: stopRequest.signal }).catch(() => undefined);
      }
    }
  }
}

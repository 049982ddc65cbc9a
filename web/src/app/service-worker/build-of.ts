import type { BuildAnswer, ToWorker } from "../../lib/worker-messages.ts";

const askAgainMs = 3_000;

/**
 * The build that a worker belongs to, however long it takes to say so: a browser that has much to do starts its workers
 * late, and a page that guessed would never load the new build. Undefined for none, or one that another has replaced.
 */
export function buildOf(worker: ServiceWorker | null): Promise<string | undefined> {
  if (!worker) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const ask = () => {
      if (worker.state === "redundant") return settle(undefined);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<BuildAnswer>) => settle(data.id);
      worker.postMessage({ kind: "which-build" } satisfies ToWorker, [port2]);
    };
    const timer = setInterval(ask, askAgainMs);
    const settle = (build: string | undefined) => {
      clearInterval(timer);
      resolve(build);
    };
    ask();
  });
}

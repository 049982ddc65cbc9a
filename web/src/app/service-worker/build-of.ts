import type { BuildAnswer, ToWorker } from "../../lib/worker-messages.ts";

const patienceMs = 3_000;

/** The build that a worker belongs to; undefined for none, or one that does not say. */
export function buildOf(worker: ServiceWorker | null): Promise<string | undefined> {
  if (!worker) return Promise.resolve(undefined);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patienceMs);
    port1.onmessage = ({ data }: MessageEvent<BuildAnswer>) => {
      clearTimeout(timer);
      resolve(data.id);
    };
    worker.postMessage({ kind: "which-build" } satisfies ToWorker, [port2]);
  });
}

import type { ToWorker } from "../../lib/worker-messages.ts";

const patienceMs = 10_000;
/** A page that is loaded before the worker has stood aside is of the build before, and would stay it. */
const askAgainMs = 3_000;
const mostPatienceMs = 60_000;
const channelName = "atoll.builds";

/**
 * Has a build that waits take over. Chromium lets the one before come to its end first, and where it is asked for something
 * by its pages all the time that may take five minutes; so the one before stands aside after a while, and pages are loaded
 * of the new build without it. Settles with that build then, and never where it takes over.
 */
export function takeOver(
  waiting: ServiceWorker,
  before: ServiceWorker | null,
  build: string,
): Promise<string> {
  askToTakeOver(waiting);
  return new Promise((resolve) => {
    const timer = setTimeout(async () => {
      if (waiting.state === "installed" && before) await standAside(before, waiting);
      const channel = new BroadcastChannel(channelName);
      channel.postMessage(build);
      channel.close();
      resolve(build);
    }, patienceMs);
    waiting.addEventListener("statechange", () => {
      // Pages hear by themselves that they have another worker.
      if (waiting.state !== "installed") clearTimeout(timer);
    });
  });
}

/** Nobody waits for it. */
export function askToTakeOver(waiting: ServiceWorker): void {
  waiting.postMessage({ kind: "take-over" } satisfies ToWorker);
}

/** Hears of builds that other pages took while the worker before was still there. */
export function followTaken(onTaken: (build: string) => void): void {
  new BroadcastChannel(channelName).onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") onTaken(data);
  };
}

/** Settles when the worker before gives out its page no more, or another has taken its place. */
function standAside(worker: ServiceWorker, waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now();
    const ask = () => {
      if (waiting.state !== "installed" || performance.now() - began > mostPatienceMs) return settle();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = settle;
      worker.postMessage({ kind: "stand-aside" } satisfies ToWorker, [port2]);
    };
    const timer = setInterval(ask, askAgainMs);
    const settle = () => {
      clearInterval(timer);
      resolve();
    };
    ask();
  });
}

import { afterEach, vi } from "vitest";

/** For whatever is awaited: a busy machine takes its time, and what never comes is still found. */
const patienceMs = 10_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient(options: Parameters<typeof waitFor>[1]) {
  return typeof options === "number" ? options : { timeout: patienceMs, ...options };
}

// Tests of components run in jsdom, the others in Node, where there is nothing to take down.
if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  afterEach(cleanup);
  configure({ asyncUtilTimeout: patienceMs });
  // jsdom has no pointer capture; the toasts take it when they are pressed.
  Element.prototype.setPointerCapture ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  // Nor does it lay anything out: nothing is narrow, a keyboard is at hand, and everything counts as in sight.
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget() as MediaQueryList, { media, matches: media === "(pointer: fine)" });
  globalThis.IntersectionObserver ??= class implements Partial<IntersectionObserver> {
    readonly #report: (entries: IntersectionObserverEntry[]) => void;
    constructor(report: IntersectionObserverCallback) {
      this.#report = (entries) => report(entries, this as unknown as IntersectionObserver);
    }
    observe(target: Element): void {
      this.#report([{ target, isIntersecting: true } as unknown as IntersectionObserverEntry]);
    }
    unobserve(): void {}
  } as unknown as typeof IntersectionObserver;
}

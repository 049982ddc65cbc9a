import { afterAll, afterEach, vi } from "vitest";
import { patienceMs } from "../../contract/test/patient-waits.ts";

// The state of our modules (who is signed in, pending announcements) and of globals must be reset for the next file.
// Packages stay loaded, which makes one process for many files fast.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

// Tests of components run in jsdom, the others in Node, where there is nothing to take down.
if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  afterEach(cleanup);
  afterAll(() => document.body.replaceChildren());
  configure({ asyncUtilTimeout: patienceMs });
  // jsdom has no pointer capture; the toasts take it when they are pressed.
  Element.prototype.setPointerCapture ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  // Nor does it lay anything out: a selected text has no place, nothing is narrow, a keyboard is at hand, and everything counts as in sight.
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => document.body.getBoundingClientRect();
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

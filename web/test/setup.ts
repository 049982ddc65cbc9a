import { afterEach } from "vitest";

// Tests of components run in jsdom, the others in Node, where there is nothing to take down.
if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  afterEach(cleanup);
  // Menus and dialogs load their code when they first open, which takes its time on a busy machine.
  configure({ asyncUtilTimeout: 4_000 });
  // jsdom has no pointer capture; the toasts take it when they are pressed.
  Element.prototype.setPointerCapture ??= () => undefined;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  // Nor does it lay anything out: everything counts as in sight.
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

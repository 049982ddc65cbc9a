import { afterEach } from "vitest";

// Tests of components run in jsdom, the others in Node, where there is nothing to take down.
if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  afterEach(cleanup);
  // Menus and dialogs load their code when they first open, which takes its time on a busy machine.
  configure({ asyncUtilTimeout: 4_000 });
  // jsdom has no pointer capture; the toasts take it when they are pressed.
  Element.prototype.setPointerCapture ??= () => undefined;
}

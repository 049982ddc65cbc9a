import { afterEach } from "vitest";

// Tests of components run in jsdom, the others in Node, where there is nothing to take down.
if (typeof document !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  afterEach(cleanup);
}

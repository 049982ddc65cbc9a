import { test } from "vitest";

// The contract has no types of Node, because browsers load it.
declare const process: { env: Readonly<Record<string, string | undefined>> };

/** Whether the full check runs, `npm run test:all`, and not the everyday one. */
export const isFullCheck = process.env.ATOLL_FULL_CHECK === "1";

/** Registers tests that only the full check runs. A whole file of them is called `….full.test.ts` instead. */
export function onlyInFullCheck(register: () => void): void {
  if (isFullCheck) register();
}

/** Registers a test that only the full check runs. */
export const fullTest = ((...args: Parameters<typeof test>) => {
  if (isFullCheck) test(...args);
}) as (name: string, run: () => unknown, timeoutMs?: number) => void;

import { vi } from "vitest";

/** For whatever is awaited: a busy machine takes its time, and what never comes is still found. */
export const patienceMs = 60_000;

// One process runs many files, each of which begins here.
if (!Object.hasOwn(vi.waitFor, "isPatient")) {
  const { waitFor, waitUntil } = vi;
  const patient = (options: Parameters<typeof waitFor>[1]) =>
    typeof options === "number" ? options : { timeout: patienceMs, ...options };
  vi.waitFor = Object.assign(
    ((callback, options) => waitFor(callback, patient(options))) satisfies typeof waitFor,
    { isPatient: true },
  );
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

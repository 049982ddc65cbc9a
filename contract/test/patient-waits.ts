import { vi } from "vitest";

/** For whatever is awaited, at least: a busy machine takes its time, and what never comes is still found. */
export const patienceMs = 60_000;

// One process runs many files, each of which begins here.
if (!Object.hasOwn(vi.waitFor, "isPatient")) {
  const { waitFor, waitUntil } = vi;
  const patient = (options: Parameters<typeof waitFor>[1]) => {
    const chosen = typeof options === "number" ? { timeout: options } : options;
    return { ...chosen, timeout: Math.max(patienceMs, chosen?.timeout ?? 0) };
  };
  vi.waitFor = Object.assign(
    ((callback, options) => waitFor(callback, patient(options))) satisfies typeof waitFor,
    { isPatient: true },
  );
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}

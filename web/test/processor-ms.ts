/**
 * Returns the result of a function and its CPU time in milliseconds, which does not depend on how busy the machine is.
 */
export function measured<Result>(work: () => Result): { result: Result; processorMs: number } {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, processorMs: (user + system) / 1000 };
}

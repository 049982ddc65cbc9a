/** What a piece of work gives, and how many milliseconds the processor took over it, which a busy machine makes no longer. */
export function measured<Result>(work: () => Result): { result: Result; processorMs: number } {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, processorMs: (user + system) / 1000 };
}

/** Does the work, and once more when it was asked for meanwhile. */
export function createOneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  let isDueAgain = false;
  async function run(): Promise<void> {
    do {
      isDueAgain = false;
      await work().catch(onFailure);
    } while (isDueAgain);
  }
  return {
    now(): void {
      isDueAgain = true;
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    settled: async () => running,
  };
}

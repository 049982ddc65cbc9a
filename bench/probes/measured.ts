/** Keeps measurements by name in a process, and hands them to the scenario that started it when it asks. */
export function answerMeasured(): { add(name: string, value: number): void } {
  let measured: Record<string, number[]> = {};
  process.on("message", () => {
    process.send?.(measured);
    measured = {};
  });
  // Else the question that may come would keep the process from ending.
  process.channel?.unref();
  return {
    add(name, value) {
      measured[name] ??= [];
      measured[name].push(value);
    },
  };
}

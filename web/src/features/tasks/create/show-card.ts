/** Brings a new task into view: it is at the end of its column or group, which may be long. */
export function showCard(taskId: string): void {
  requestAnimationFrame(() => {
    document
      .querySelector(`[data-drag-item="${taskId}"], [data-task="${taskId}"]`)
      ?.scrollIntoView({ block: "nearest" });
  });
}

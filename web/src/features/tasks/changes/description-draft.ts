/** The key of the draft of a task's description. */
export function descriptionDraft(taskId: string): string {
  return `task/${taskId}`;
}

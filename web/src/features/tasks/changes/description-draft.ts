/** What a draft of a task's description is kept under. */
export function descriptionDraft(taskId: string): string {
  return `task/${taskId}`;
}

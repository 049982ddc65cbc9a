/** The element of a message in a list, if it is in the page. */
export function messageElement(list: HTMLElement | null, messageId: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`) ?? null;
}

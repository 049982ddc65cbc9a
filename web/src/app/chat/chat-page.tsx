/** Placeholder until the chat feature exports its screen. */
export function ChatPage() {
  return null;
}

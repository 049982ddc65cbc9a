/** The address of a message in its channel, and in its thread. */
export function messageLink(channelId: string, message?: { id: string; parentId: string | null }): string {
  const path = `/chat/channel/${channelId}`;
  if (!message) return path;
  const { id, parentId } = message;
  return `${path}?${parentId ? `thread=${parentId}&` : ""}message=${id}`;
}

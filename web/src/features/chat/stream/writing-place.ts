/** Names where something is written, with the files beside it: a channel, or one of its threads. */
export function writingPlace(channelId: string, parentId: string | null): string {
  return parentId === null ? channelId : `${channelId}/${parentId}`;
}

/** Names where something is written, with its draft and the files beside it: a channel, or one of its threads. */
export function writingPlace(channelId: string, parentId: string | null): string {
  return parentId === null ? `channel/${channelId}` : `thread/${channelId}/${parentId}`;
}

/** Whether a place is a channel or one of its threads. */
export function isWrittenIn(place: string, channelId: string): boolean {
  return place === writingPlace(channelId, null) || place.startsWith(writingPlace(channelId, ""));
}

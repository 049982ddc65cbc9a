/** Identifies where a text is written, with its draft and files: a channel, or one of its threads. */
export function writingPlace(channelId: string, parentId: string | null): string {
  return parentId === null ? `channel/${channelId}` : `thread/${channelId}/${parentId}`;
}

/** Returns whether a place is a channel or one of its threads. */
export function isWrittenIn(place: string, channelId: string): boolean {
  return place === writingPlace(channelId, null) || place.startsWith(writingPlace(channelId, ""));
}

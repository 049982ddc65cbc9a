/** The realtime room of a channel's members. */
export const channelRoom = (channelId: string): string => `channel:${channelId}`;

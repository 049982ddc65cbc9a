/** The realtime room of a channel's members. */
export const channelRoom = (channelId: string): string => `channel:${channelId}`;

/** A person's sockets while they may use team chat: what concerns their chats is sent and joined through it. */
export const chatterRoom = (userId: string): string => `chatter:${userId}`;

/** Those who look at how a person is here. */
export const presenceRoom = (userId: string): string => `presence:${userId}`;

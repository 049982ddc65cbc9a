/** A person's own sockets: whatever they may do besides, their drafts are told to nobody else. */
export const draftRoom = (userId: string): string => `drafts:${userId}`;

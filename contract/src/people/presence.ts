/** The statuses of section 2 (chat screen). */
export const presenceStatuses = ["online", "deep-dive", "away", "do-not-disturb"] as const;
export type PresenceStatus = (typeof presenceStatuses)[number];

/** A socket watches so many people at most. */
export const maxWatchedPeople = 200;

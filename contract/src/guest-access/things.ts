/** The kinds of things that guests are invited to, one by one. Stored, and so never changed. */
export const guestThingKinds = ["task", "article", "event"] as const;
export type GuestThingKind = (typeof guestThingKinds)[number];

/** The most guests of one thing. */
export const maxGuestsOfThing = 50;

/** So many things come in one page. */
export const guestPageSize = 50;

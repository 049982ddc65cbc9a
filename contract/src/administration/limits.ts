/** So many people are changed by one request. */
export const maxPeopleAtOnce = 100;

/** So many people are invited by one request. */
export const maxInvited = 5_000;
/** A link to an invitation works for this long. */
export const invitationDays = 7;

/** Guests stay for a year at most, and a day for zones in which it has not ended. */
export const maxGuestDays = 367;

/**
 * The states of an invitation: its mail waits, was sent or failed; its link was copied by hand; and how it ended.
 */
export const invitationStates = [
  "waiting",
  "sent",
  "failed",
  "link",
  "accepted",
  "expired",
  "withdrawn",
] as const;
export type InvitationState = (typeof invitationStates)[number];

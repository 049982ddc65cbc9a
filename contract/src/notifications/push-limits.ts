/** A person is reached on so many devices; with one more, the one that was used longest ago gives way. */
export const maxPushDevices = 20;
/** The largest content of a push, in bytes of UTF-8: push services take little more. */
export const maxPushBytes = 3_000;
/** How long a push waits while its person is at a keyboard, where they may see the notification first. */
export const pushPauseMs = 60_000;
/** The delay of "Remind in 5min". */
export const remindAfterMs = 5 * 60_000;
/** The tag of what was held back, in one notification. */
export const summaryTag = "summary";

/** The actions on a push notification, with their labels. Specification, section 4 (notification permission). */
export const pushActions = { reply: "Reply", read: "Mark read", remind: "Remind in 5min" } as const;
export type PushAction = keyof typeof pushActions;

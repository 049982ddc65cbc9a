/** Counted no further: shown as "99+". */
export const maxCountedNotifications = 100;
/** So many entries are changed by one request. */
export const maxChangedNotifications = 200;
/** The longest that an entry can be put off. */
export const longestSnoozeMs = 366 * 24 * 3600_000;

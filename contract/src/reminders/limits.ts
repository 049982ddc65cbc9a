/** Characters of a reminder's text. */
export const reminderMaxLength = 1000;

/** A person can have this many reminders that are not sent yet. */
export const maxReminders = 200;

/** A person can set this many for one colleague: not sent yet, and within 24 hours. */
export const maxRemindersForColleague = { waiting: 10, daily: 20 };

/** How far ahead a reminder can be. */
export const furthestReminderDays = 366;

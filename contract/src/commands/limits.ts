/** The company can have this many commands. */
export const maxCommands = 100;

/** Commands that come with Atoll. No program's command has one of these names. */
export const builtInCommands = ["task", "event", "remind", "poll", "topic", "invite", "away", "ask"] as const;

/** How long a program may answer to its `response_url`, and how often. */
export const commandAnswerMinutes = 30;
export const maxLateAnswers = 5;

/** Bytes of a late answer. */
export const maxAnswerBytes = 256 * 1024;

/** A message or answer of a program shows at most this many buttons. */
export const maxButtons = 25;

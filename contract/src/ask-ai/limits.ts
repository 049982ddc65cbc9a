/** In code points. */
export const askedQuestionMaxLength = 1000;
/** An answer quotes at most so many passages. */
export const maxPassages = 8;
/** A summary is of at most so many messages. */
export const maxSummarised = 40;
/** The length of a quoted passage. */
export const passageLength = 420;
/** A conversation holds at most so many questions. */
export const maxTurns = 40;
export const conversationPageSize = 30;
/** The bounds of how many days a conversation is kept after its last question. */
export const historyDays = { min: 1, max: 3650 } as const;
/** The bounds of a model's context window, in tokens. */
export const contextTokens = { min: 2048, max: 1_048_576 } as const;
export const dailyAnswers = { max: 1_000_000 } as const;
/** The usage page names at most this many people. */
export const maxUsagePeople = 100;
/** Longer answers are ended there, in UTF-16 units. */
export const answerMaxLength = 12_000;

/** In code points. */
export const askedQuestionMaxLength = 1000;
/** An answer quotes at most so many passages. */
export const maxPassages = 8;
/** Of a text, as a passage quotes it. */
export const passageLength = 420;
/** A conversation holds at most so many questions. */
export const maxTurns = 40;
export const conversationPageSize = 30;
/** Conversations are deleted so many days after their last question. */
export const conversationDays = 180;

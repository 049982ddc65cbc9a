/** In code points. */
export const questionTitleMaxLength = 200;
export const questionTextMaxLength = 8000;
/** The length of an excerpt in lists. */
export const questionNoteLength = 240;
export const tagNameMaxLength = 32;
export const maxTagsPerQuestion = 5;
export const questionPageSize = 30;
/** The number of questions in one CSV file. */
export const maxExportedQuestions = 10_000;
/** The number of questions in a dashboard card. */
export const questionCardItems = 5;
/** The number of answers to one question. Further answers need a new question. */
export const maxAnswers = 200;
/** An accepted answer that nobody confirmed for so long is marked as old. */
export const staleAfterDays = 150;
/** So many votes and an accepted answer suggest promoting a question to a FAQ. */
export const promotionVotes = 5;

export const questionViews = ["all", "unanswered", "following", "mine"] as const;
export type QuestionView = (typeof questionViews)[number];
/** The tabs of the list, each a view with an order of its own. */
export const questionTabNames = ["newest", "active", "votes", "unanswered", "following", "mine"] as const;
export type QuestionTabName = (typeof questionTabNames)[number];
export const questionOrders = ["newest", "active", "votes", "oldest"] as const;
export type QuestionOrder = (typeof questionOrders)[number];

export const articleKinds = ["article", "sop", "faq"] as const;
export type ArticleKind = (typeof articleKinds)[number];

/** Where an article stands. An article with a published version stays published while a new draft is written. */
export const articleStates = ["draft", "review", "published", "archived"] as const;
export type ArticleState = (typeof articleStates)[number];

/** How far a draft is. Every edit takes it back to writing. */
export const draftStates = ["writing", "review", "approved"] as const;
export type DraftState = (typeof draftStates)[number];

/** Lengths in code points. */
export const articleTitleMaxLength = 160;
export const articleSummaryMaxLength = 300;
export const articleBodyMaxLength = 200_000;
/** An answer of the FAQ is short, so that all of them are filtered while typing. */
export const faqAnswerMaxLength = 8000;
export const articleNoteMaxLength = 200;
export const articleCategoryMaxLength = 60;
export const articleTagMaxLength = 40;
export const maxArticleTags = 12;
export const missedWordsMaxLength = 100;
export const runNameMaxLength = 120;
export const runNoteMaxLength = 2000;

/** Levels of the tree, and pages in it. */
export const maxArticleDepth = 8;
export const maxTreeArticles = 5000;
/** A tree of so many pages that a person may read is sent whole; of a larger one, only the branches that are open. */
export const maxWholeTree = 500;
/** Branches of a large tree that are open at once, and pages of each. */
export const maxOpenBranches = 100;
export const treeBranchSize = 200;
export const maxTreeBranch = 2000;
/** Pages of the tree with a text in their titles. */
export const maxTreeMatches = 100;
/** Rows of the overview with starred and recently read pages. */
export const maxOwnPages = 6;
export const maxFaqAnswers = 500;
/** Pages that are changed together. */
export const maxArticlesAtOnce = 50;
/** Rows of a CSV file. */
export const maxExportedArticles = 10_000;
/** Cards that one page asks for at once. */
export const maxArticleCards = 50;
/** Words that fewer people searched for are shown to nobody. */
export const minMissingSearchers = 3;
/** Steps of a procedure, each a line of a checklist. */
export const maxSteps = 200;
/** Readers per minute of plain text. */
export const wordsPerMinute = 220;

/** After so many days an article asks to be verified again. */
export const reviewIntervals = [30, 90, 180, 365] as const;

/** A discarded draft can be restored for so many days. */
export const deletedDraftDays = 30;
/** The newest of them are listed. */
export const maxDeletedDrafts = 200;

/** The longest comment, in code points; as long as a message. */
export const commentMaxLength = 8000;

/** So many comments come in one page. */
export const commentPageSize = 50;

/** The most threads on words of one thing, and the most comments in one of them. */
export const maxCommentThreads = 300;
export const maxThreadComments = 100;
/** So many threads come in one page. */
export const threadPageSize = 25;

/** Words that a thread is about, and the words kept from before and after them; in UTF-16 units. */
export const threadQuoteMaxLength = 1000;
export const threadContextLength = 64;

/** A socket hears the comments of so many things at once, at most. */
export const maxWatchedSubjects = 20;

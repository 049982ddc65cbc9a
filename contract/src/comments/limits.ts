/** The longest comment, in code points; as long as a message. */
export const commentMaxLength = 8000;

/** So many comments come in one page. */
export const commentPageSize = 50;

/** A socket hears the comments of so many things at once, at most. */
export const maxWatchedSubjects = 20;

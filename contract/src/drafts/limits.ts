/** The longest draft, in UTF-16 code units, as `text.length` counts them: a message of nothing but emoji fits. */
export const draftMaxLength = 20_000;
/** So many drafts are kept for a person; with one more, the one that was left alone the longest goes. */
export const maxDrafts = 200;

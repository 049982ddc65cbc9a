/** Ideas as subjects of votes, comments, files and search. Stored, and so never changed. */
export const ideaKind = "idea";

/** Boards as subjects of shared documents, files and search. Stored, and so never changed. */
export const boardKind = "board";
/** Elements of a canvas as subjects of comments. */
export const noteKind = "board_note";

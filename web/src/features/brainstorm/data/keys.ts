export const privateNotesKey = (boardId: string) => ["brainstorm", "private-notes", boardId] as const;

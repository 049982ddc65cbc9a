/** The parts of a file are at most so large: a browser sends one after the other, and resumes after the last one. */
export const importPartBytes = 4 * 1024 * 1024;
export const maxImportFileBytes = 50 * 1024 ** 3;

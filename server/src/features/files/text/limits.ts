/** So much of a file's text is found; nobody looks for what stands behind it. */
export const maxTextBytes = 1024 * 1024;
/** Larger files are found by their names. */
export const maxReadBytes = 64 * 1024 * 1024;

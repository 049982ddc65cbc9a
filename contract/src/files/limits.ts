/** Unless the configuration says otherwise; what it says is in the workspace (`maxFileBytes`). */
export const standardMaxFileBytes = 100 * 1024 * 1024;

/** So many files are attached to one thing. */
export const maxAttachments = 20;

/** How the file picker is restricted. Specification, section 5. Dropped and pasted files may be of any kind. */
export const pickerAccept = "image/*,.pdf,.doc,.docx,.txt";

/** What is said when code that is loaded on demand cannot be had. */
export const loadFailure = "This part of the page could not be loaded. Check your connection and try again.";

/** The longest message, in code points as `[...text].length` counts them: an emoji is one, or a few. */
export const messageMaxLength = 8000;
/** The part of a message that lists show. Specification, section 9: cut at 80 characters plus an ellipsis. */
export const previewMaxLength = 80;
/** So many channels may be named at most when a browser comes back: a command has to fit a frame of 16 kB. */
export const maxResumedChannels = 150;

/** A poll has so many answers. */
export const minPollOptions = 2;
export const maxPollOptions = 10;
/** In code points. */
export const pollQuestionMaxLength = 300;
export const pollOptionMaxLength = 150;

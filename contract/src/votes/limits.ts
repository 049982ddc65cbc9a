/** In code points: why something was hidden. */
export const hiddenReasonMaxLength = 280;
/** Things that one request can hide or lock. */
export const maxModeratedAtOnce = 100;
export const voterPageSize = 30;
/** While typing, so many similar things are shown at most. */
export const maxSimilar = 6;
export const similarTextMaxLength = 300;

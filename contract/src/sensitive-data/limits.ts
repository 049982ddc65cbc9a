/** The keys that sensitive cards belong to, in the order of the page. Specification, section 2. */
export const sensitiveKeys = ["business", "frontend", "backend", "devops", "marketing", "knowledge"] as const;
export type SensitiveKey = (typeof sensitiveKeys)[number];

/** A revealed value is hidden again after so long, and cannot be copied any more. */
export const revealSeconds = 60;
/** An approved request lasts so long, for one look. */
export const approvalMinutes = 15;

/** Characters. */
export const maxSensitiveTitle = 100;
export const maxSensitiveValue = 4_000;
export const minRevealReason = 3;
export const maxRevealReason = 200;

/** Cards of one key. The page lists all of them. */
export const maxCardsPerKey = 100;

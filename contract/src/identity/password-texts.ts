/** Rules of NIST SP 800-63B: long enough, nothing about its composition, none of the commonest (checked by the server). */
export const passwordTexts = {
  required: "Password is required",
  tooShort: "Use at least 10 characters",
  tooLong: "Use at most 1024 characters",
} as const;

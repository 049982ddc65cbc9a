/** Said by the browser itself as somebody signs in, and so a part of every first load: apart from the others. */
export const pendingText =
  "Your account is pending approval. Please contact a super administrator to assign you a role before you can access the system.";

/**
 * The error table: every code the server may answer with, its HTTP status and the text a person sees.
 *
 * Internal detail never travels; it goes to the server's log beside the request id. Texts that the
 * specification fixes (sections 5 and 8) stand here to the letter.
 */
export const errors = {
  invalid_request: {
    status: 400,
    text: "Something in this request is not right. Check the marked fields and try again.",
  },
  invalid_json: { status: 400, text: "The request could not be read. Reload the page and try again." },
  unsupported_grant_type: { status: 400, text: "This way of signing in is not supported." },
  not_authenticated: { status: 401, text: "Not authenticated" },
  invalid_credentials: { status: 401, text: "The email or the password is not right." },
  session_expired: { status: 401, text: "Your session has ended. Please sign in again." },
  account_pending: {
    status: 403,
    text: "Your account is pending approval. Please contact a super administrator to assign you a role before you can access the system.",
  },
  account_disabled: { status: 403, text: "Your account is disabled. Please contact a super administrator." },
  email_not_confirmed: { status: 403, text: "Email not confirmed" },
  registration_disabled: {
    status: 403,
    text: "Public registration is disabled. Please contact a super administrator to create your account.",
  },
  forbidden: { status: 403, text: "You don't have permission to do this." },
  route_not_found: { status: 404, text: "There is nothing at this address." },
  channel_not_found: { status: 404, text: "This chat does not exist, or you are not in it." },
  message_not_found: { status: 404, text: "This message does not exist, or you cannot see it." },
  person_not_found: { status: 404, text: "This person does not exist." },
  method_not_allowed: { status: 405, text: "This address does not take that kind of request." },
  message_id_taken: { status: 409, text: "A different message was already sent under this id." },
  body_too_large: { status: 413, text: "This is too large to send." },
  unsupported_media_type: { status: 415, text: "The server reads JSON here." },
  rate_limited: { status: 429, text: "Too many tries in a short time. Please wait a moment and try again." },
  internal_error: { status: 500, text: "Something went wrong on the server. Please try again." },
  access_unverifiable: {
    status: 500,
    text: "Unable to verify user access. Please contact an administrator.",
  },
  database_unavailable: {
    status: 503,
    text: "The database cannot be reached right now. Please try again in a moment.",
  },
  shutting_down: {
    status: 503,
    text: "The server is restarting. Your work is kept; please try again in a moment.",
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;

/** Narrows any string, for example one read from a response, to a code of the table. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errors, value);
}

import { pendingText } from "../text/pending-text.ts";

/**
 * The texts of the error table that pages say by themselves, before or without asking the server. Apart from the table,
 * which grows with every feature and which no page loads; pages that are drawn first ask for these later.
 */
export const errorTexts = {
  account_pending: pendingText,
  article_not_found: "This page does not exist, or you cannot see it.",
  announcement_not_found: "This announcement does not exist, or you cannot see it.",
  attachment_not_found: "This file does not exist, or you cannot see it.",
  body_too_large: "This is too large to send.",
  channel_archived: "This channel is archived. Nobody can post in it.",
  channel_not_found: "This chat does not exist, or you are not in it.",
  file_empty: "This file is empty.",
  file_too_large: "This file is too large.",
  forbidden: "You don't have permission to do this.",
  image_too_large: "This image has too many pixels. Make it smaller and upload it again.",
  message_not_found: "This message does not exist, or you cannot see it.",
  new_password_required: "An administrator set this password for you. Choose your own to continue.",
  owners_only: "Only owners can post in this channel.",
  passkey_required: "Sign in with your passkey: the password alone does not let you in.",
  guest_apart:
    "A guest and someone else in this chat share no channel any more. You can read it, but not send new messages.",
  person_left: "This person has left the company. You can read this chat, but not send new messages.",
  registration_disabled:
    "Public registration is disabled. Please contact a super administrator to create your account.",
  second_factor_needed: "Your role requires two-factor authentication, so you cannot remove it.",
  second_factor_required: "Enter the code from your authenticator app.",
  second_factor_setup_required:
    "Your role requires two-factor authentication. Set up an authenticator app to continue.",
  session_over_age: "Your session has reached its maximum length. Please sign in again.",
  single_sign_on_failed: "Signing in through your company did not work. Please try again.",
  single_sign_on_unknown:
    "There is no account for this person. Please contact a super administrator to create your account.",
  storage_full: "The server has no space for this file. Please tell an administrator.",
  task_not_found: "This task does not exist, or you cannot see it.",
} as const;

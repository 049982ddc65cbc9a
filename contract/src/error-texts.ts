import { pendingText } from "./pending-text.ts";

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
  channel_archived: "This channel is archived. Nothing can be written in it any more.",
  channel_not_found: "This chat does not exist, or you are not in it.",
  file_empty: "This file is empty.",
  file_too_large: "This file is too large.",
  forbidden: "You don't have permission to do this.",
  image_too_large: "This image has more pixels than can be shown here. Make it smaller and upload it again.",
  message_not_found: "This message does not exist, or you cannot see it.",
  new_password_required: "An administrator has changed how you sign in. Choose a new password to go on.",
  owners_only: "Only owners write in this channel.",
  person_left: "This person has left the company. What was written stays, but nothing new can be sent here.",
  registration_disabled:
    "Public registration is disabled. Please contact a super administrator to create your account.",
  second_factor_needed: "Your role asks for a second factor, so it has to stay.",
  second_factor_required: "Enter the code from your authenticator app.",
  second_factor_setup_required: "Your role asks for a second factor. Set up an authenticator app to go on.",
  session_over_age:
    "Every session ends after a while, however much it is used, and yours now has. Please sign in again.",
  single_sign_on_failed: "Signing in through your company did not work. Please try again.",
  single_sign_on_unknown:
    "There is no account for this person. Please contact a super administrator to create your account.",
  storage_full: "There is no room for this file on the server. Please tell an administrator.",
  task_not_found: "This task does not exist, or you cannot see it.",
} as const;

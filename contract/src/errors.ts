import { areaErrors } from "./area-errors.ts";
import { errorTexts } from "./error-texts.ts";

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
  current_password_wrong: { status: 400, text: "Current password is incorrect" },
  password_too_common: {
    status: 400,
    text: "This password is among the first that anyone would guess. Choose another one.",
  },
  password_unchanged: {
    status: 400,
    text: "This is the password that you were given. Choose another one, which nobody else knows.",
  },
  snooze_out_of_range: {
    status: 400,
    text: "This can be put off to a time to come, for a year at most.",
  },
  push_endpoint_refused: {
    status: 400,
    text: "Notifications can be sent over https to public push services only. This browser uses another one.",
  },
  push_token_invalid: {
    status: 403,
    text: "This notification is too old, or was used already. Open what it is about instead.",
  },
  push_subscription_not_found: { status: 404, text: "Notifications are not turned on in this browser." },
  push_endpoint_taken: { status: 409, text: "This browser is registered for somebody else. Try again." },
  push_key_outdated: { status: 409, text: "Atoll has a new key for notifications. Try again." },
  push_failed: {
    status: 502,
    text: "The push service of this browser did not take the notification. Try again in a while.",
  },
  csv_unreadable: { status: 400, text: "This is not a CSV file with the columns name, email and password." },
  invalid_json: { status: 400, text: "The request could not be read. Reload the page and try again." },
  unsupported_grant_type: { status: 400, text: "This way of signing in is not supported." },
  not_authenticated: { status: 401, text: "Not authenticated" },
  invalid_credentials: { status: 401, text: "The email or the password is not right." },
  session_expired: { status: 401, text: "Your session has ended. Please sign in again." },
  session_over_age: { status: 401, text: errorTexts.session_over_age },
  account_pending: { status: 403, text: errorTexts.account_pending },
  account_disabled: { status: 403, text: "Your account is disabled. Please contact a super administrator." },
  email_not_confirmed: { status: 403, text: "Email not confirmed" },
  registration_disabled: { status: 403, text: errorTexts.registration_disabled },
  second_factor_required: { status: 401, text: errorTexts.second_factor_required },
  second_factor_wrong: { status: 401, text: "This code is not right. Enter the one that is shown now." },
  second_factor_setup_required: { status: 403, text: errorTexts.second_factor_setup_required },
  new_password_required: { status: 403, text: errorTexts.new_password_required },
  single_sign_on_failed: { status: 401, text: errorTexts.single_sign_on_failed },
  single_sign_on_unknown: { status: 403, text: errorTexts.single_sign_on_unknown },
  sign_in_again: {
    status: 403,
    text: "You have been signed in for a while. Sign out and in again, then come back to this.",
  },
  forbidden: { status: 403, text: errorTexts.forbidden },
  route_not_found: { status: 404, text: "There is nothing at this address." },
  channel_not_found: { status: 404, text: errorTexts.channel_not_found },
  message_not_found: { status: 404, text: errorTexts.message_not_found },
  channel_name_taken: { status: 409, text: "There is a channel with this name already." },
  channel_archived: { status: 409, text: errorTexts.channel_archived },
  last_owner: { status: 409, text: "This is the last owner. Make somebody else an owner first." },
  department_channel: { status: 409, text: "The members of this channel are those of its department." },
  direct_channel: { status: 409, text: "This cannot be done with a direct chat." },
  owners_only: { status: 403, text: errorTexts.owners_only },
  too_many_reactions: { status: 409, text: "This message has as many different reactions as it can hold." },
  too_many_pins: {
    status: 409,
    text: "This channel has as many pinned messages as it can hold. Unpin one first.",
  },
  attachment_not_found: { status: 404, text: errorTexts.attachment_not_found },
  file_link_expired: {
    status: 403,
    text: "This link to a file has run out. Open the file from its message again.",
  },
  file_missing: { status: 400, text: "There is no file in this upload." },
  file_empty: { status: 400, text: errorTexts.file_empty },
  file_too_large: { status: 413, text: errorTexts.file_too_large },
  image_too_large: { status: 413, text: errorTexts.image_too_large },
  picture_unreadable: {
    status: 400,
    text: "This is no picture that can be shown here. Choose a JPEG, a PNG or a WebP.",
  },
  storage_full: { status: 507, text: errorTexts.storage_full },
  storage_quota: {
    status: 507,
    text: "Your files take {used} of the {limit} that each person has. Delete messages with files that nobody needs, then try again.",
  },
  idea_not_found: { status: 404, text: "This idea does not exist, or you cannot see it." },
  idea_id_taken: { status: 409, text: "This idea has been posted already. Change it there." },
  idea_in_use: {
    status: 409,
    text: "Other people have voted for this idea or answered it. Ask a moderator to hide it instead.",
  },
  too_many_idea_tasks: { status: 409, text: "This idea has as many tasks as it can have." },
  task_not_found: { status: 404, text: errorTexts.task_not_found },
  announcement_not_found: { status: 404, text: errorTexts.announcement_not_found },
  announcement_id_taken: {
    status: 409,
    text: "This announcement is there already, with the words it was first sent with. Change it there.",
  },
  audience_unknown: {
    status: 409,
    text: "One of these departments or roles does not exist any more. Choose the audience again.",
  },
  audience_empty: {
    status: 409,
    text: "This reaches nobody: no one is in one of these departments and holds one of these roles. Choose others.",
  },
  announcement_not_published: { status: 409, text: "This announcement is not published." },
  confirmation_not_asked: { status: 409, text: "This announcement does not ask you to confirm it." },
  nudged_already: {
    status: 409,
    text: "Nobody is left to remind: whoever is open has been reminded within a day.",
  },
  article_not_found: { status: 404, text: errorTexts.article_not_found },
  article_id_taken: { status: 409, text: "A different page was already created under this id." },
  article_loop: {
    status: 409,
    text: "A page cannot be below itself, and pages go 8 levels deep. Choose another place.",
  },
  article_not_published: { status: 409, text: "This page is not published." },
  draft_not_found: { status: 404, text: "There is no draft of this page any more." },
  draft_taken: { status: 409, text: "There is a draft already. Publish or discard it first." },
  draft_unsafe: {
    status: 409,
    text: "“{block}” would not be published as it is written. Change or remove this block, then try again.",
  },
  version_not_found: { status: 404, text: "There is no such version of this page." },
  own_approval: { status: 403, text: "Nobody approves what they wrote. Ask somebody else." },
  approval_missing: {
    status: 409,
    text: "This exact text is not approved. Submit it for approval first.",
  },
  reviewer_unfit: {
    status: 409,
    text: "This person cannot approve the page. Choose somebody who may read it.",
  },
  run_not_found: { status: 404, text: "This run does not exist, or you cannot see it." },
  run_id_taken: { status: 409, text: "A different run was already started under this id." },
  run_over: { status: 409, text: "This run has ended, and stays as it is." },
  run_without_steps: { status: 409, text: "This page has no steps to tick." },
  subject_not_found: { status: 404, text: "This does not exist, or you cannot see it." },
  ...areaErrors,
  task_view_not_found: { status: 404, text: "This view does not exist any more." },
  task_change_not_found: { status: 404, text: "This change can no longer be taken back." },
  person_not_found: { status: 404, text: "This person does not exist." },
  user_not_found: { status: 404, text: "User not found" },
  role_not_found: { status: 404, text: "This role does not exist any more. Reload the page." },
  department_not_found: { status: 404, text: "This department does not exist any more. Reload the page." },
  session_not_found: { status: 404, text: "This session has ended already." },
  single_sign_on_off: { status: 404, text: "Signing in through your company is not set up here." },
  method_not_allowed: { status: 405, text: "This address does not take that kind of request." },
  person_left: { status: 409, text: errorTexts.person_left },
  message_id_taken: { status: 409, text: "A different message was already sent under this id." },
  comment_id_taken: { status: 409, text: "A different comment was already sent under this id." },
  task_id_taken: {
    status: 409,
    text: "This task is there already, with the words it was first sent with. Change it there.",
  },
  name_looks_taken: {
    status: 409,
    text: "This looks like “{name}”, which is there already in other letters or signs. Choose a name that nobody takes for it.",
  },
  task_view_id_taken: { status: 409, text: "A different view was already saved under this id." },
  task_view_name_taken: { status: 409, text: "You have a view with this name already." },
  too_many_task_views: { status: 409, text: "You have as many views as can be kept. Delete one first." },
  saved_search_id_taken: { status: 409, text: "A different search was already saved under this id." },
  saved_search_name_taken: { status: 409, text: "You have a saved search with this name already." },
  too_many_saved_searches: {
    status: 409,
    text: "You have as many saved searches as can be kept. Delete one first.",
  },
  search_superseded: { status: 409, text: "A newer search of yours has taken the place of this one." },
  search_too_slow: {
    status: 503,
    text: "This search took too long. Use more or longer words, or narrow it with a filter.",
  },
  change_id_taken: { status: 409, text: "A different change was already made under this id." },
  assignee_unavailable: {
    status: 409,
    text: "This person cannot be given a task: they have left, or cannot sign in.",
  },
  recurrence_without_due: {
    status: 400,
    text: "Say first when this task is due: what comes again is counted from that day.",
  },
  recurrence_of_part: { status: 409, text: "A sub-task comes again with the task that it is a part of." },
  event_not_found: { status: 404, text: "This event is gone, or is not yours to see." },
  occurrence_not_found: { status: 404, text: "This event does not take place at that time." },
  calendar_not_found: { status: 404, text: "This calendar is gone, or is not yours." },
  proposal_not_found: { status: 404, text: "This proposal is gone." },
  event_change_not_found: { status: 404, text: "This change can no longer be taken back." },
  times_refused: {
    status: 400,
    text: "This event cannot take place at these times. Check when it begins, ends and repeats.",
  },
  range_too_long: { status: 400, text: "This is more than a calendar shows at once." },
  ics_unreadable: { status: 400, text: "This is not a calendar file that can be read (.ics)." },
  ics_too_much: {
    status: 400,
    text: "This calendar file is more than can be read at once. Export a shorter time, and try again.",
  },
  feed_not_found: { status: 404, text: "This address of a calendar has ended." },
  not_invited: { status: 409, text: "You are not invited to this event." },
  attendee_unavailable: {
    status: 409,
    text: "Somebody cannot be invited: they have left, or cannot sign in.",
  },
  too_many_attendees: { status: 409, text: "An event can have at most 500 attendees." },
  too_many_calendars: { status: 409, text: "You have as many calendars as you can. Delete one first." },
  event_id_taken: { status: 409, text: "A different event was already created under this id." },
  proposal_id_taken: { status: 409, text: "A different proposal was already made under this id." },
  too_many_cards: {
    status: 409,
    text: "A dashboard holds as many cards as this one has. Remove one first.",
  },
  task_loop: { status: 409, text: "These two would wait for each other. Remove the other dependency first." },
  too_many_subtasks: { status: 409, text: "This task has as many sub-tasks as it can hold." },
  too_many_requirements: { status: 409, text: "This task has as many requirements as it can hold." },
  too_many_task_links: { status: 409, text: "This task has as many attachments as it can hold." },
  too_many_watchers: { status: 409, text: "This task has as many watchers as it can hold." },
  too_many_dependencies: { status: 409, text: "This task has as many dependencies as it can hold." },
  email_taken: { status: 409, text: "There is an account with this email already." },
  role_name_taken: { status: 409, text: "There is a role with this name already." },
  department_not_empty: { status: 409, text: "There is still something in this department." },
  department_name_taken: { status: 409, text: "There is a department with this name already." },
  changed_meanwhile: {
    status: 409,
    text: "Somebody else changed this while you were editing. Look at what it is now, then try again.",
  },
  own_account: { status: 409, text: "You cannot do this to your own account." },
  last_super_admin: {
    status: 409,
    text: "This is the last super administrator who can sign in. Make somebody else one first.",
  },
  built_in_role: { status: 409, text: "This role is part of Atoll and cannot be renamed or deleted." },
  role_in_use: { status: 409, text: "People still hold this role. Give them another one first." },
  second_factor_on: { status: 409, text: "An authenticator app is set up already." },
  second_factor_off: { status: 409, text: "No authenticator app is set up." },
  second_factor_needed: { status: 409, text: errorTexts.second_factor_needed },
  body_too_large: { status: 413, text: errorTexts.body_too_large },
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
  database_full: {
    status: 503,
    text: "The server's disk is full, so nothing can be saved right now. Please tell an administrator.",
  },
  database_read_only: {
    status: 503,
    text: "Nothing can be changed right now, only read. Please tell an administrator if this lasts.",
  },
  database_busy: {
    status: 503,
    text: "The server has more to do than it can at once. Please try again in a moment.",
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

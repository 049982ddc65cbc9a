import { areaErrors } from "./area-errors.ts";
import { commandErrors } from "./command-errors.ts";
import { directoryErrors } from "./directory-errors.ts";
import { erasureErrors } from "./erasure-errors.ts";
import { errorTexts } from "./error-texts.ts";
import { identityErrors } from "./identity-errors.ts";
import { importErrors } from "./import-errors.ts";
import { incidentErrors } from "./incident-errors.ts";
import { mcpErrors } from "./mcp-errors.ts";
import { programErrors } from "./program-errors.ts";
import { retentionErrors } from "./retention-errors.ts";

/**
 * The error table: every code the server may respond with, its HTTP status and the text a person sees.
 *
 * Internal details are never sent; the server logs them with the request ID. Texts given in the specification (sections
 * 5 and 8) are used verbatim.
 */
export const errors = {
  invalid_request: {
    status: 400,
    text: "Some of this is not valid. Check the marked fields and try again.",
  },
  current_password_wrong: { status: 400, text: "Current password is incorrect" },
  password_too_common: {
    status: 400,
    text: "This password is too easy to guess. Choose another one.",
  },
  password_unchanged: {
    status: 400,
    text: "This is the password you were given. Choose a new one that nobody else knows.",
  },
  invalid_json: { status: 400, text: "The request could not be read. Reload the page and try again." },
  unsupported_grant_type: { status: 400, text: "This way of signing in is not supported." },
  not_authenticated: { status: 401, text: "Not authenticated" },
  invalid_credentials: { status: 401, text: "Incorrect email or password." },
  session_expired: { status: 401, text: "Your session has ended. Please sign in again." },
  session_over_age: { status: 401, text: errorTexts.session_over_age },
  account_pending: { status: 403, text: errorTexts.account_pending },
  account_disabled: { status: 403, text: "Your account is disabled. Please contact a super administrator." },
  email_not_confirmed: { status: 403, text: "Email not confirmed" },
  registration_disabled: { status: 403, text: errorTexts.registration_disabled },
  new_password_required: { status: 403, text: errorTexts.new_password_required },
  single_sign_on_failed: { status: 401, text: errorTexts.single_sign_on_failed },
  single_sign_on_unknown: { status: 403, text: errorTexts.single_sign_on_unknown },
  sign_in_again: {
    status: 403,
    text: "You signed in a while ago. Sign out, sign in again, and then try again.",
  },
  forbidden: { status: 403, text: errorTexts.forbidden },
  route_not_found: { status: 404, text: "Page not found." },
  channel_not_found: { status: 404, text: errorTexts.channel_not_found },
  message_not_found: { status: 404, text: errorTexts.message_not_found },
  channel_name_taken: { status: 409, text: "A channel with this name already exists." },
  channel_archived: { status: 409, text: errorTexts.channel_archived },
  last_owner: { status: 409, text: "This is the last owner. Make someone else an owner first." },
  department_channel: {
    status: 409,
    text: "This channel's members are the members of its department, and cannot be changed here.",
  },
  direct_channel: { status: 409, text: "Direct chats do not support this." },
  owners_only: { status: 403, text: errorTexts.owners_only },
  too_many_reactions: { status: 409, text: "This message has the maximum number of different reactions." },
  too_many_pins: {
    status: 409,
    text: "This channel has the maximum number of pinned messages. Unpin one first.",
  },
  attachment_not_found: { status: 404, text: errorTexts.attachment_not_found },
  file_link_expired: {
    status: 403,
    text: "This link has expired. Open the file from its message again.",
  },
  file_missing: { status: 400, text: "This upload contains no file." },
  file_empty: { status: 400, text: errorTexts.file_empty },
  file_too_large: { status: 413, text: errorTexts.file_too_large },
  image_too_large: { status: 413, text: errorTexts.image_too_large },
  picture_unreadable: {
    status: 400,
    text: "This image format is not supported. Choose a JPEG, PNG or WebP image.",
  },
  storage_full: { status: 507, text: errorTexts.storage_full },
  storage_quota: {
    status: 507,
    text: "Your files use {used} of your {limit}. Delete messages with files that are no longer needed, then try again.",
  },
  idea_not_found: { status: 404, text: "This idea does not exist, or you cannot see it." },
  idea_id_taken: { status: 409, text: "This idea has already been posted. Open it to edit it." },
  idea_in_use: {
    status: 409,
    text: "Other people have voted for this idea or answered it. Ask a moderator to hide it instead.",
  },
  too_many_idea_tasks: { status: 409, text: "This idea has the maximum number of tasks." },
  task_not_found: { status: 404, text: errorTexts.task_not_found },
  announcement_not_found: { status: 404, text: errorTexts.announcement_not_found },
  announcement_id_taken: {
    status: 409,
    text: "This announcement has already been saved. Open it to edit it.",
  },
  audience_unknown: {
    status: 409,
    text: "One of these departments or roles no longer exists. Choose the audience again.",
  },
  audience_empty: {
    status: 409,
    text: "This audience is empty: nobody in these departments has one of these roles. Choose a different audience.",
  },
  announcement_not_published: { status: 409, text: "This announcement is not published." },
  confirmation_not_asked: { status: 409, text: "This announcement does not ask you to confirm it." },
  nudged_already: {
    status: 409,
    text: "There is nobody to remind: everyone has been reminded in the last 24 hours.",
  },
  article_not_found: { status: 404, text: errorTexts.article_not_found },
  article_id_taken: { status: 409, text: "A different page was already created under this id." },
  article_loop: {
    status: 409,
    text: "A page cannot be moved below itself, and pages can be at most 8 levels deep. Choose another place.",
  },
  article_not_published: { status: 409, text: "This page is not published." },
  draft_not_found: { status: 404, text: "This draft no longer exists." },
  draft_taken: { status: 409, text: "This page already has a draft. Publish or discard it first." },
  draft_unsafe: {
    status: 409,
    text: "“{block}” cannot be published as it is. Change or remove this block, then try again.",
  },
  version_not_found: { status: 404, text: "This version does not exist." },
  own_approval: { status: 403, text: "You cannot approve your own work. Ask someone else." },
  approval_missing: {
    status: 409,
    text: "This text has not been approved. Submit it for approval first.",
  },
  reviewer_unfit: {
    status: 409,
    text: "This person cannot approve the page. Choose someone who can read it.",
  },
  run_not_found: { status: 404, text: "This run does not exist, or you cannot see it." },
  run_id_taken: { status: 409, text: "A different run was already started under this id." },
  run_over: { status: 409, text: "This run has ended and cannot be changed." },
  run_without_steps: { status: 409, text: "This page has no steps to tick." },
  subject_not_found: { status: 404, text: "This does not exist, or you cannot see it." },
  ...areaErrors,
  ...programErrors,
  ...mcpErrors,
  ...commandErrors,
  ...directoryErrors,
  ...importErrors,
  ...identityErrors,
  ...incidentErrors,
  ...retentionErrors,
  ...erasureErrors,
  task_change_not_found: { status: 404, text: "This change can no longer be undone." },
  person_not_found: { status: 404, text: "This person does not exist." },
  session_not_found: { status: 404, text: "This session has already ended." },
  single_sign_on_off: { status: 404, text: "Single sign-on is not set up." },
  method_not_allowed: { status: 405, text: "This address does not support this kind of request." },
  person_left: { status: 409, text: errorTexts.person_left },
  message_id_taken: { status: 409, text: "A different message was already sent under this id." },
  comment_id_taken: { status: 409, text: "A different comment was already sent under this id." },
  task_id_taken: {
    status: 409,
    text: "This task has already been created. Open it to edit it.",
  },
  name_looks_taken: {
    status: 409,
    text: "This name looks too similar to “{name}”. Choose a different name.",
  },
  saved_search_id_taken: { status: 409, text: "A different search was already saved under this id." },
  saved_search_name_taken: { status: 409, text: "You already have a saved search with this name." },
  too_many_saved_searches: {
    status: 409,
    text: "You have the maximum number of saved searches. Delete one first.",
  },
  search_superseded: { status: 409, text: "A newer search replaced this one." },
  search_too_slow: {
    status: 503,
    text: "This took longer than a search may take. Try again, or narrow it down with another word or a filter.",
  },
  change_not_found: { status: 404, text: "This change can no longer be undone." },
  change_id_taken: { status: 409, text: "A different change was already made under this id." },
  assignee_unavailable: {
    status: 409,
    text: "This person cannot be assigned: they have left or cannot sign in.",
  },
  recurrence_without_due: {
    status: 400,
    text: "Set a due date first. A task repeats from its due date.",
  },
  recurrence_of_part: { status: 409, text: "A sub-task repeats with its parent task, not on its own." },
  event_not_found: { status: 404, text: "This event does not exist, or you cannot see it." },
  occurrence_not_found: { status: 404, text: "This event does not take place at that time." },
  calendar_not_found: { status: 404, text: "This calendar does not exist, or is not yours." },
  proposal_not_found: { status: 404, text: "This proposal no longer exists." },
  event_change_not_found: { status: 404, text: "This change can no longer be undone." },
  times_refused: {
    status: 400,
    text: "These times are not possible. Check when the event starts, ends and repeats.",
  },
  range_too_long: { status: 400, text: "This period is too long. Choose a shorter one." },
  ics_unreadable: { status: 400, text: "This file cannot be read. Choose a calendar file (.ics)." },
  ics_too_much: {
    status: 400,
    text: "This calendar file is too large. Export a shorter period and try again.",
  },
  feed_not_found: { status: 404, text: "This address is no longer valid." },
  not_invited: { status: 409, text: "You are not invited to this event." },
  attendee_unavailable: {
    status: 409,
    text: "Someone cannot be invited: they have left or cannot sign in.",
  },
  too_many_attendees: { status: 409, text: "An event can have at most 500 attendees." },
  too_many_calendars: { status: 409, text: "You have the maximum number of calendars. Delete one first." },
  event_id_taken: { status: 409, text: "A different event was already created under this id." },
  proposal_id_taken: { status: 409, text: "A different proposal was already made under this id." },
  too_many_cards: {
    status: 409,
    text: "This dashboard has the maximum number of cards. Remove one first.",
  },
  task_loop: {
    status: 409,
    text: "These two tasks would wait for each other. Remove the other dependency first.",
  },
  task_field_wrong: { status: 400, text: "A value does not fit its field. Check what you entered." },
  task_field_not_found: {
    status: 404,
    text: "This field does not exist. Reload the page to see the current fields.",
  },
  time_entry_not_found: { status: 404, text: "This entry does not exist, or it is not yours." },
  task_timer_not_found: {
    status: 404,
    text: "No timer is running. It may have been stopped on another device.",
  },
  time_report_too_large: {
    status: 400,
    text: "This is too much for one report. Choose fewer days, or a department.",
  },
  too_many_time_entries: { status: 409, text: "This task has the maximum number of time entries." },
  task_option_used: {
    status: 409,
    text: "Tasks have this option, or another option has the new name. Choose an option that replaces it.",
  },
  task_options_renaming: {
    status: 409,
    text: "Tasks are still getting the new names of these options. Try again in a few minutes.",
  },
  task_template_not_found: { status: 404, text: "This template does not exist, or you cannot see it." },
  too_many_task_templates: { status: 409, text: "There are too many templates here. Delete one first." },
  task_state_wrong: { status: 409, text: "This state is not available any more. Choose another one." },
  too_many_task_fields: {
    status: 409,
    text: "These tasks have the maximum number of fields. Archive one first.",
  },
  too_many_subtasks: { status: 409, text: "This task has the maximum number of sub-tasks." },
  too_many_requirements: { status: 409, text: "This task has the maximum number of requirements." },
  too_many_task_links: { status: 409, text: "This task has the maximum number of attachments." },
  too_many_watchers: { status: 409, text: "This task has the maximum number of watchers." },
  too_many_dependencies: { status: 409, text: "This task has the maximum number of dependencies." },
  changed_meanwhile: {
    status: 409,
    text: "Someone else changed this while you were editing. Check the current version, then try again.",
  },
  body_too_large: { status: 413, text: errorTexts.body_too_large },
  unsupported_media_type: { status: 415, text: "This address accepts only JSON." },
  rate_limited: { status: 429, text: "Too many attempts. Please wait a moment and try again." },
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
    text: "Atoll is read-only right now. If this continues, please tell an administrator.",
  },
  maintenance: {
    status: 503,
    text: "Atoll is read-only during maintenance. Please try again when it is over.",
    // Nothing is wrong with the server, in spite of the status.
    isExpected: true,
  },
  database_busy: { status: 503, text: "The server is busy. Please try again in a moment." },
  shutting_down: {
    status: 503,
    text: "The server is restarting. Your work is saved. Please try again in a moment.",
  },
} as const satisfies Record<string, { status: number; text: string; isExpected?: true }>;

export type ErrorCode = keyof typeof errors;

/** Narrows any string, for example one read from a response, to a code of the table. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errors, value);
}

/**
 * The topics that database triggers announce with NOTIFY in the transaction of a change, no matter which code made it.
 * See docs/decisions/007-changes-are-announced-by-the-database.md.
 */
export const announcements = {
  /** The id of a person whose roles, departments, account or profile are new, gone or others. */
  viewerChanged: "atoll_viewer_changed",
  /** The id of a person who has another name or picture, or has left. */
  profileChanged: "atoll_profile_changed",
  /** A role or a department changed, which may concern anybody. */
  viewersChanged: "atoll_viewers_changed",
  /** The id of a session that ended, and the error code that says why where there is more to say than that. */
  sessionEnded: "atoll_session_ended",
  /** Keys that sign access tokens were added or retired. */
  signingKeysChanged: "atoll_signing_keys_changed",
  /** A channel, a person, and `+` joined, `-` left or `=` changed something of their own about it. */
  channelMember: "atoll_channel_member",
  /** The id of a channel whose name, texts or rules changed. */
  channelChanged: "atoll_channel_changed",
  /** A person, and the status that they chose, if any. */
  statusChosen: "atoll_status_chosen",
  /** There is something to tell people. */
  telling: "atoll_telling",
  /** A person, and the entry of their inbox that is new or different; without one it is several. */
  notified: "atoll_notified",
  /** An announcement is to be published at a time, or expires at one. */
  announcementDue: "atoll_announcement_due",
  /** An entry of an inbox was put off to another time. */
  snoozed: "atoll_snoozed",
  /** A file was attached whose text is to be read. */
  fileText: "atoll_file_text",
  /** There is something to push to devices. */
  push: "atoll_push",
  /** The number of every hundredth entry of the audit log, and its hash. */
  auditHead: "atoll_audit_head",
  /** The id of a role that is new, gone, another, or held by others. */
  roleChanged: "atoll_role_changed",
  /** The id of a department that is new, gone, another, or has other people in it, or people called otherwise. */
  departmentChanged: "atoll_department_changed",
  /** The ID of a person whose session was started or ended. */
  sessionsChanged: "atoll_sessions_changed",
  /** The company has another name or other looks, or a step of setting it up was put aside. */
  companyChanged: "atoll_company_changed",
  /** The language model of Ask AI is set up in another way. */
  askModelChanged: "atoll_ask_model_changed",
  /** There are new entries in the audit log. */
  auditGrown: "atoll_audit_grown",
  /** The epoch of a shared draft that was published or discarded. */
  documentEnded: "atoll_document_ended",
  /** The epoch of a shared draft that other people may read or write now. */
  documentRights: "atoll_document_rights",
  /** Somebody was given or lost a role or department, which may start or stop a path. */
  onboardingWanted: "atoll_onboarding_wanted",
  /** The id of somebody's path that is new or different; with a person, one who no longer sees it. */
  onboardingChanged: "atoll_onboarding_changed",
} as const;

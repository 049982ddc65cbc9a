/**
 * The topics that database triggers announce, no matter which code made the change: with NOTIFY in its transaction if
 * it may be about rights, and otherwise after its commit (`announce_after_commit`).
 * See docs/decisions/007-changes-are-announced-by-the-database.md and 182-a-bus-by-its-address.md.
 */
export const notifyTopics = {
  /** The ID of a person whose roles, departments, account or profile were added, removed or changed. */
  viewerChanged: "atoll_viewer_changed",
  /** The ID of a person whose name or picture has changed, or who has left. */
  profileChanged: "atoll_profile_changed",
  /** A role or a department changed, which may affect anybody. */
  viewersChanged: "atoll_viewers_changed",
  /** The ID of a session that ended, and an error code if there is a specific reason. */
  sessionEnded: "atoll_session_ended",
  /** Keys that sign access tokens were added or retired. */
  signingKeysChanged: "atoll_signing_keys_changed",
  /** A channel, a person, and `+` joined, `-` left or `=` changed something of their own about it. */
  channelMemberChanged: "atoll_channel_member",
  /** The id of a channel whose name, texts or rules changed. */
  channelChanged: "atoll_channel_changed",
  /** The ID of a channel with a guest whose access began or ended, or who became a colleague. */
  channelGuestsChanged: "atoll_channel_guests",
  /** A guest, and the kind and ID of a thing that they see, or see no more: it is different now. */
  guestThingChanged: "atoll_guest_thing",
  /** A person, and the status that they chose, if any. */
  statusChosen: "atoll_status_chosen",
  /** A notification is to be sent. */
  notificationQueued: "atoll_telling",
  /** A person, and the entry of their inbox that is new or different; without one it is several. */
  inboxChanged: "atoll_notified",
  /** An announcement has a new time to be published or to expire. */
  announcementDue: "atoll_announcement_due",
  /** An inbox entry was snoozed. */
  entrySnoozed: "atoll_snoozed",
  /** A file was attached whose text is to be extracted. */
  fileTextDue: "atoll_file_text",
  /** There is something to push to devices. */
  pushDue: "atoll_push",
  /** A mail was queued, or is to be tried again at once. */
  mailDue: "atoll_mail",
  /** A mail was queued, sent or refused, or an invitation changed. */
  mailChanged: "atoll_mail_changed",
  /** A mail was received, or a received one is due again. */
  mailReceived: "atoll_mail_received",
  /** The number of every hundredth entry of the audit log, and its hash. */
  auditHeadAppended: "atoll_audit_head",
  /** The ID of a role that was created, deleted or changed, or whose holders changed. */
  roleChanged: "atoll_role_changed",
  /** The ID of a department that was created, deleted or changed, or whose members changed or were renamed. */
  departmentChanged: "atoll_department_changed",
  /** The ID of a department that has another section, or one less. */
  sectionsChanged: "atoll_sections_moved",
  /** The ID of a person whose session was started or ended. */
  sessionsChanged: "atoll_sessions_changed",
  /** There is something to send to the receivers of outgoing webhooks. */
  outgoingDue: "atoll_outgoing_due",
  /** Automations have something to do. */
  automationsDue: "atoll_automations_due",
  /** The ID of a person whose requests for approval changed. */
  approvalChanged: "atoll_approval_changed",
  /** A reminder was set. */
  reminderDue: "atoll_reminder_due",
  /** Bots or their tokens changed. */
  botsChanged: "atoll_bots_changed",
  /** The company's name or look changed, or a set-up step was dismissed. */
  companyChanged: "atoll_company_changed",
  /** The log level of all servers was chosen for a while. */
  logLevelChosen: "atoll_log_choice",
  /** A maintenance was announced, changed or ended. */
  maintenanceChanged: "atoll_maintenance",
  /** The language model of Ask AI was configured. */
  askModelChanged: "atoll_ask_model_changed",
  /** There are new entries in the audit log. */
  auditAppended: "atoll_audit_grown",
  /** The epoch of a shared draft that was published or discarded. */
  documentEnded: "atoll_document_ended",
  /** The epoch of a shared draft that other people may read or write now. */
  documentRightsChanged: "atoll_document_rights",
  /** A person got or lost a role or department, which may start or stop a path. */
  onboardingRequested: "atoll_onboarding_wanted",
  /** A task of a sequence of cards has ended, or a card has left the stage in which its sequence runs. */
  cardSequenceDue: "atoll_card_sequence",
  /** The id of somebody's path that is new or different; with a person, one who no longer sees it. */
  onboardingChanged: "atoll_onboarding_changed",
} as const;

/**
 * Topics without a payload, announced after the commit: they say that rows wait to be worked on. A node that may have
 * missed one looks for such rows.
 */
export const wakeTopics: readonly string[] = [
  notifyTopics.notificationQueued,
  notifyTopics.entrySnoozed,
  notifyTopics.pushDue,
  notifyTopics.outgoingDue,
  notifyTopics.automationsDue,
  notifyTopics.fileTextDue,
];

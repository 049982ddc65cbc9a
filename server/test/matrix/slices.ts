import { accountAdministrationSlice } from "./rows/administration-accounts.ts";
import { departmentAdministrationSlice } from "./rows/administration-departments.ts";
import { roleAdministrationSlice } from "./rows/administration-roles.ts";
import { userAdministrationSlice } from "./rows/administration-users.ts";
import { announcementSlice } from "./rows/announcements.ts";
import { askAiSlice } from "./rows/ask-ai.ts";
import { auditSlice } from "./rows/audit.ts";
import { automationSlice } from "./rows/automations.ts";
import { availabilitySlice } from "./rows/availability.ts";
import { botSlice } from "./rows/bots.ts";
import { brainstormSlice } from "./rows/brainstorm.ts";
import { calendarSlice } from "./rows/calendar.ts";
import { calendarsElsewhereSlice } from "./rows/calendars-elsewhere.ts";
import { cardSlice } from "./rows/cards.ts";
import { changeSlice } from "./rows/changes.ts";
import { chatChannelSlice } from "./rows/chat-channels.ts";
import { chatMemberSlice } from "./rows/chat-members.ts";
import { chatMessageSlice } from "./rows/chat-messages.ts";
import { chatPersonalSlice } from "./rows/chat-personal.ts";
import { commandSlice } from "./rows/commands.ts";
import { commentSlice } from "./rows/comments.ts";
import { connectedProgramSlice } from "./rows/connected-programs.ts";
import { dashboardSlice } from "./rows/dashboard.ts";
import { directorySlice, scimSlice } from "./rows/directories.ts";
import { documentSlice } from "./rows/documents.ts";
import { draftSlice } from "./rows/drafts.ts";
import { feedSlice } from "./rows/feeds.ts";
import { fileSlice } from "./rows/files.ts";
import { gitLinkSlice } from "./rows/git-links.ts";
import { guestAccessSlice } from "./rows/guest-access.ts";
import { guestSlice } from "./rows/guests.ts";
import { ideaSlice } from "./rows/ideas.ts";
import { identitySlice } from "./rows/identity.ts";
import { importSlice } from "./rows/imports.ts";
import { invitationSlice, joiningSlice } from "./rows/invitations.ts";
import { knowledgeSlice } from "./rows/knowledge.ts";
import { mailSlice } from "./rows/mail.ts";
import { mcpSlice } from "./rows/mcp.ts";
import { notificationSlice } from "./rows/notifications.ts";
import { onboardingSlice } from "./rows/onboarding.ts";
import { operationSlice } from "./rows/operation.ts";
import { outgoingWebhookSlice } from "./rows/outgoing-webhooks.ts";
import { passkeysSlice } from "./rows/passkeys.ts";
import { peopleSlice } from "./rows/people.ts";
import { personalDataSlice } from "./rows/personal-data.ts";
import { personalTokenSlice } from "./rows/personal-tokens.ts";
import { pollSlice } from "./rows/polls.ts";
import { procedureSlice } from "./rows/procedures.ts";
import { profileSlice } from "./rows/profile.ts";
import { pushSlice } from "./rows/push.ts";
import { questionSlice } from "./rows/questions.ts";
import { reminderSlice } from "./rows/reminders.ts";
import { retentionSlice } from "./rows/retention.ts";
import { savedViewSlice } from "./rows/saved-views.ts";
import { searchSlice } from "./rows/search.ts";
import { sensitiveDataSlice } from "./rows/sensitive-data.ts";
import { signOnSlice } from "./rows/sign-on.ts";
import { taskCycleSlice } from "./rows/task-cycles.ts";
import { taskFieldSlice } from "./rows/task-fields.ts";
import { taskListSlice } from "./rows/task-lists.ts";
import { taskMatrixSlice } from "./rows/task-matrix.ts";
import { taskPartSlice } from "./rows/task-parts.ts";
import { taskStateSlice } from "./rows/task-states.ts";
import { taskTemplateSlice } from "./rows/task-templates.ts";
import { taskTimeSlice } from "./rows/task-time.ts";
import { taskSlice } from "./rows/tasks.ts";
import { voteSlice } from "./rows/votes.ts";
import { webhookSlice } from "./rows/webhooks.ts";
import { workspaceSlice } from "./rows/workspace.ts";
import type { AnySlice } from "./slice.ts";

/** One line for each slice. */
export const slices: readonly AnySlice[] = [
  workspaceSlice,
  identitySlice,
  passkeysSlice,
  procedureSlice,
  profileSlice,
  userAdministrationSlice,
  accountAdministrationSlice,
  roleAdministrationSlice,
  departmentAdministrationSlice,
  invitationSlice,
  guestSlice,
  guestAccessSlice,
  joiningSlice,
  directorySlice,
  scimSlice,
  signOnSlice,
  mailSlice,
  importSlice,
  auditSlice,
  peopleSlice,
  chatChannelSlice,
  chatMemberSlice,
  chatMessageSlice,
  chatPersonalSlice,
  draftSlice,
  documentSlice,
  fileSlice,
  taskSlice,
  taskListSlice,
  taskPartSlice,
  savedViewSlice,
  changeSlice,
  announcementSlice,
  calendarSlice,
  calendarsElsewhereSlice,
  availabilitySlice,
  taskFieldSlice,
  taskStateSlice,
  taskTemplateSlice,
  taskCycleSlice,
  taskTimeSlice,
  taskMatrixSlice,
  commentSlice,
  voteSlice,
  personalDataSlice,
  personalTokenSlice,
  feedSlice,
  mcpSlice,
  connectedProgramSlice,
  botSlice,
  automationSlice,
  gitLinkSlice,
  outgoingWebhookSlice,
  operationSlice,
  retentionSlice,
  reminderSlice,
  pollSlice,
  commandSlice,
  webhookSlice,
  questionSlice,
  ideaSlice,
  notificationSlice,
  pushSlice,
  dashboardSlice,
  searchSlice,
  knowledgeSlice,
  onboardingSlice,
  sensitiveDataSlice,
  askAiSlice,
  cardSlice,
  brainstormSlice,
];

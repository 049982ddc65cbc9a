import { guestRoutes } from "./administration/guest-routes.ts";
import { invitationRoutes } from "./administration/invitation-routes.ts";
import { administrationRoutes } from "./administration/routes.ts";
import { announcementRoutes } from "./announcements/routes.ts";
import { askAiRoutes } from "./ask-ai/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { automationRoutes } from "./automations/routes.ts";
import { botRoutes } from "./bots/routes.ts";
import { brainstormRoutes } from "./brainstorm/routes.ts";
import { freeRoutes } from "./calendar/free-routes.ts";
import { icsRoutes } from "./calendar/ics-routes.ts";
import { eventRoutes } from "./calendar/routes.ts";
import { cardRoutes } from "./cards/routes.ts";
import { changeRoutes } from "./changes/routes.ts";
import { pollRoutes } from "./chat/poll-routes.ts";
import { chatRoutes } from "./chat/routes.ts";
import { commandRoutes } from "./commands/routes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { directoryRoutes } from "./directories/routes.ts";
import { scimRoutes } from "./directories/scim-routes.ts";
import { signOnRoutes } from "./directories/sign-on-routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { fileRoutes } from "./files/routes.ts";
import { gitLinkRoutes } from "./git-links/routes.ts";
import { guestAccessRoutes } from "./guest-access/routes.ts";
import { ideaRoutes } from "./ideas/routes.ts";
import { joiningRoutes } from "./identity/joining-routes.ts";
import { passkeyRoutes } from "./identity/passkey-routes.ts";
import { procedureRoutes } from "./identity/procedure-routes.ts";
import { profileRoutes } from "./identity/profile-routes.ts";
import { identityRoutes } from "./identity/routes.ts";
import { importsRoutes } from "./imports/routes.ts";
import { knowledgeRoutes } from "./knowledge/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { connectionRoutes } from "./mcp/oauth-routes.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { pushRoutes } from "./notifications/push-routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { onboardingRoutes } from "./onboarding/routes.ts";
import { operationRoutes } from "./operation/routes.ts";
import { outgoingWebhookRoutes } from "./outgoing-webhooks/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { personalDataRoutes } from "./personal-data/routes.ts";
import { personalTokenRoutes } from "./personal-tokens/routes.ts";
import { questionRoutes } from "./questions/routes.ts";
import { reminderRoutes } from "./reminders/routes.ts";
import { retentionRoutes } from "./retention/routes.ts";
import type { Route } from "./route.ts";
import { savedViewRoutes } from "./saved-views/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { sensitiveDataRoutes } from "./sensitive-data/routes.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { voteRoutes } from "./votes/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { companyRoutes } from "./workspace/company-routes.ts";
import { healthRoutes } from "./workspace/health-routes.ts";
import { workspaceRoutes } from "./workspace/routes.ts";

/** The registry of routes, by slice: the reference, the limits' test and the matrix of access read it. */
export const routes = {
  workspace: workspaceRoutes,
  company: companyRoutes,
  health: healthRoutes,
  operation: operationRoutes,
  retention: retentionRoutes,
  identity: identityRoutes,
  passkeys: passkeyRoutes,
  procedures: procedureRoutes,
  profile: profileRoutes,
  joining: joiningRoutes,
  administration: administrationRoutes,
  invitations: invitationRoutes,
  guests: guestRoutes,
  "guest-access": guestAccessRoutes,
  directories: directoryRoutes,
  scim: scimRoutes,
  "sign-on": signOnRoutes,
  imports: importsRoutes,
  audit: auditRoutes,
  people: peopleRoutes,
  drafts: draftRoutes,
  files: fileRoutes,
  chat: chatRoutes,
  polls: pollRoutes,
  tasks: taskRoutes,
  "saved-views": savedViewRoutes,
  changes: changeRoutes,
  announcements: announcementRoutes,
  comments: commentRoutes,
  votes: voteRoutes,
  questions: questionRoutes,
  notifications: notificationRoutes,
  push: pushRoutes,
  mail: mailRoutes,
  dashboard: dashboardRoutes,
  calendar: eventRoutes,
  "calendars-elsewhere": icsRoutes,
  availability: freeRoutes,
  search: searchRoutes,
  documents: documentRoutes,
  knowledge: knowledgeRoutes,
  onboarding: onboardingRoutes,
  "sensitive-data": sensitiveDataRoutes,
  "ask-ai": askAiRoutes,
  ideas: ideaRoutes,
  cards: cardRoutes,
  brainstorm: brainstormRoutes,
  "personal-data": personalDataRoutes,
  "personal-tokens": personalTokenRoutes,
  feeds: feedRoutes,
  bots: botRoutes,
  webhooks: webhookRoutes,
  automations: automationRoutes,
  "outgoing-webhooks": outgoingWebhookRoutes,
  "git-links": gitLinkRoutes,
  mcp: mcpRoutes,
  "connected-programs": connectionRoutes,
  reminders: reminderRoutes,
  commands: commandRoutes,
} as const satisfies Record<string, Record<string, Route>>;

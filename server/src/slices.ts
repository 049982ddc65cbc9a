import { administration } from "./features/administration/slice.ts";
import { announcements } from "./features/announcements/slice.ts";
import { askAi } from "./features/ask-ai/slice.ts";
import { audit } from "./features/audit/slice.ts";
import { automations } from "./features/automations/slice.ts";
import { bots } from "./features/bots/slice.ts";
import { brainstorm } from "./features/brainstorm/slice.ts";
import { calendar } from "./features/calendar/slice.ts";
import { cards } from "./features/cards/slice.ts";
import { changes } from "./features/changes/slice.ts";
import { chat } from "./features/chat/slice.ts";
import { commands } from "./features/commands/slice.ts";
import { comments } from "./features/comments/slice.ts";
import { dashboard } from "./features/dashboard/slice.ts";
import { directories } from "./features/directories/slice.ts";
import { documents } from "./features/documents/slice.ts";
import { drafts } from "./features/drafts/slice.ts";
import { feeds } from "./features/feeds/slice.ts";
import { files } from "./features/files/slice.ts";
import { gitLinks } from "./features/git-links/slice.ts";
import { guestAccess } from "./features/guest-access/slice.ts";
import { ideas } from "./features/ideas/slice.ts";
import { identity } from "./features/identity/slice.ts";
import { imports } from "./features/imports/slice.ts";
import { knowledge } from "./features/knowledge/slice.ts";
import { mail } from "./features/mail/slice.ts";
import { mcp } from "./features/mcp/slice.ts";
import { notifications as inbox } from "./features/notifications/slice.ts";
import { onboarding } from "./features/onboarding/slice.ts";
import { operation } from "./features/operation/slice.ts";
import { outgoingWebhooks } from "./features/outgoing-webhooks/slice.ts";
import { people } from "./features/people/slice.ts";
import { personalData } from "./features/personal-data/slice.ts";
import { personalTokens } from "./features/personal-tokens/slice.ts";
import { questions } from "./features/questions/slice.ts";
import { reminders } from "./features/reminders/slice.ts";
import { retention } from "./features/retention/slice.ts";
import { savedViews } from "./features/saved-views/slice.ts";
import { search } from "./features/search/slice.ts";
import { sensitiveData } from "./features/sensitive-data/slice.ts";
import { tasks } from "./features/tasks/slice.ts";
import { votes } from "./features/votes/slice.ts";
import { webhooks } from "./features/webhooks/slice.ts";
import { workspace } from "./features/workspace/slice.ts";
import type { Slice } from "./slice.ts";

/** All features of Atoll, one line for each slice. */
export const slices: readonly Slice[] = [
  workspace,
  identity,
  people,
  files,
  drafts,
  savedViews,
  changes,
  chat,
  tasks,
  announcements,
  calendar,
  ideas,
  comments,
  votes,
  questions,
  administration,
  guestAccess,
  directories,
  imports,
  audit,
  inbox,
  mail,
  dashboard,
  search,
  askAi,
  documents,
  knowledge,
  onboarding,
  sensitiveData,
  cards,
  brainstorm,
  personalData,
  personalTokens,
  feeds,
  bots,
  webhooks,
  outgoingWebhooks,
  automations,
  gitLinks,
  operation,
  retention,
  mcp,
  reminders,
  commands,
];

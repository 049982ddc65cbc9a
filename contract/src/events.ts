import type { z } from "zod";
import { administrationEvents } from "./administration/events.ts";
import { announcementEvents } from "./announcements/events.ts";
import { askAiEvents } from "./ask-ai/events.ts";
import { auditEvents } from "./audit/events.ts";
import { automationEvents } from "./automations/events.ts";
import { botEvents } from "./bots/events.ts";
import { brainstormEvents } from "./brainstorm/events.ts";
import { calendarEvents } from "./calendar/events.ts";
import { cardEvents } from "./cards/events.ts";
import { chatCommands, chatEvents } from "./chat/events.ts";
import type { Acknowledgement } from "./command.ts";
import { commandEvents } from "./commands/events.ts";
import { commentCommands, commentEvents } from "./comments/events.ts";
import { dashboardEvents } from "./dashboard/events.ts";
import { documentCommands, documentEvents } from "./documents/events.ts";
import { draftEvents } from "./drafts/events.ts";
import { gitLinkEvents } from "./git-links/events.ts";
import { guestAccessEvents } from "./guest-access/events.ts";
import { ideaEvents } from "./ideas/events.ts";
import { identityEvents } from "./identity/events.ts";
import { knowledgeEvents } from "./knowledge/events.ts";
import { mailEvents } from "./mail/events.ts";
import { notificationEvents } from "./notifications/events.ts";
import { onboardingEvents } from "./onboarding/events.ts";
import { operationEvents } from "./operation/events.ts";
import { outgoingWebhookEvents } from "./outgoing-webhooks/events.ts";
import { peopleCommands, peopleEvents } from "./people/events.ts";
import { questionEvents } from "./questions/events.ts";
import { savedViewEvents } from "./saved-views/events.ts";
import { searchEvents } from "./search/events.ts";
import { sensitiveDataEvents } from "./sensitive-data/events.ts";
import {
  taskCycleEvents,
  taskEvents,
  taskFieldEvents,
  taskMatrixEvents,
  taskStateEvents,
  taskTemplateEvents,
  taskTimerEvents,
} from "./tasks/events.ts";
import { voteEvents } from "./votes/events.ts";
import { workspaceEvents } from "./workspace/events.ts";

/** Every event the server sends, with the schema of its payload. */
export const events = {
  ...workspaceEvents,
  ...operationEvents,
  ...identityEvents,
  ...peopleEvents,
  ...guestAccessEvents,
  ...administrationEvents,
  ...auditEvents,
  ...draftEvents,
  ...askAiEvents,
  ...chatEvents,
  ...commentEvents,
  ...voteEvents,
  ...questionEvents,
  ...taskEvents,
  ...taskFieldEvents,
  ...taskStateEvents,
  ...taskTemplateEvents,
  ...taskCycleEvents,
  ...taskTimerEvents,
  ...savedViewEvents,
  ...announcementEvents,
  ...taskMatrixEvents,
  ...notificationEvents,
  ...botEvents,
  ...automationEvents,
  ...outgoingWebhookEvents,
  ...gitLinkEvents,
  ...commandEvents,
  ...mailEvents,
  ...dashboardEvents,
  ...calendarEvents,
  ...searchEvents,
  ...documentEvents,
  ...knowledgeEvents,
  ...onboardingEvents,
  ...sensitiveDataEvents,
  ...ideaEvents,
  ...cardEvents,
  ...brainstormEvents,
};

export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;

/** Every command a browser may send. */
export const commands = { ...peopleCommands, ...chatCommands, ...commentCommands, ...documentCommands };

export type CommandName = keyof typeof commands;
/** A command's payload as a browser sends it, and as a handler gets it. */
export type CommandCall<Name extends CommandName> = z.input<(typeof commands)[Name]["payload"]>;
export type CommandPayload<Name extends CommandName> = z.output<(typeof commands)[Name]["payload"]>;
export type CommandAnswer<Name extends CommandName> = z.output<(typeof commands)[Name]["answer"]>;

/** The maps that Socket.IO's types want. */
export type ServerToBrowserEvents = { [Name in EventName]: (payload: EventPayload<Name>) => void };
export type BrowserToServerEvents = {
  [Name in CommandName]: (
    payload: CommandCall<Name>,
    acknowledge: (acknowledgement: Acknowledgement<CommandAnswer<Name>>) => void,
  ) => void;
};

import { ofServers, ofThings } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { automationRooms } from "./access.ts";
import { registerApprovals } from "./answer-approvals.ts";
import { automationNotificationDefinitions } from "./notification-kinds.ts";
import { registerAutomations } from "./routes.ts";
import { sweepAutomationsJob, watchAutomations } from "./work.ts";

/** Automations: when something happens in a place and its conditions match, actions run in the name of their owner. */
export const automations: Slice = {
  name: "automations",
  routes: [registerAutomations, registerApprovals],
  rooms: () => automationRooms,
  live: [watchAutomations],
  jobs: [sweepAutomationsJob],
  notificationKinds: automationNotificationDefinitions,
  personalData: {
    automations: {
      title: "Automations",
      erase: "account",
      of: "owner_id",
      columns: ["created_at", "id", "name", "place_kind", "trigger_kind", "conditions", "actions", "is_on"],
    },
    approvals: ofThings,
    approval_answers: {
      title: "Requests for approval",
      erase: "account",
      of: "person_id",
      columns: ["asked_at", "approval_id", "is_approved", "reason", "answered_at"],
    },
    automation_events: ofServers,
    automation_runs: ofServers,
  },
};

import { ofServers, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerOutgoing } from "./routes.ts";
import { sendOutgoing, sweepOutgoingJob } from "./send-outgoing.ts";

/** Outgoing webhooks: addresses to which Atoll sends what happens in a place. */
export const outgoingWebhooks: Slice = {
  name: "outgoing-webhooks",
  routes: [registerOutgoing],
  live: [sendOutgoing],
  jobs: [sweepOutgoingJob],
  personalData: {
    outgoing_webhooks: {
      title: "Outgoing webhooks",
      erase: "account",
      of: "owner_id",
      columns: ["created_at", "id", "name", "place_kind", "events", "is_on"],
    },
    outgoing_deliveries: ofServers,
    outgoing_webhook_secrets: secretOnly,
  },
};

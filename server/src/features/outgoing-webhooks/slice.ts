import type { Slice } from "../../slice.ts";
import { registerOutgoing } from "./routes.ts";
import { sendOutgoing, sweepOutgoingJob } from "./send-outgoing.ts";

/** Outgoing webhooks: addresses to which Atoll sends what happens in a place. */
export const outgoingWebhooks: Slice = {
  name: "outgoing-webhooks",
  routes: [registerOutgoing],
  live: [sendOutgoing],
  jobs: [sweepOutgoingJob],
};

import { ofCompany, ofServers } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerRetention } from "./routes.ts";
import { placedRules } from "./rules.ts";
import { retentionJob } from "./run-retention.ts";

/** How long chat is kept, and legal holds, which keep it against every deletion. */
export const retention: Slice = {
  name: "retention",
  routes: [registerRetention],
  jobs: [retentionJob],
  placed: [placedRules],
  personalData: {
    retention_rules: ofCompany,
    retention_progress: ofServers,
    // People who are held must not learn of it.
    legal_holds: ofCompany,
    legal_hold_acts: ofCompany,
    held_messages: ofCompany,
  },
};

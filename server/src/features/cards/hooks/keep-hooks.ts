import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { sweepObservations } from "../monitoring/uptime.ts";
import { hookSecret } from "./hook-secret.ts";
import { sweepDeliveries } from "./receive-delivery.ts";

/** Deletes old deliveries, and encrypts secrets with the newest key, once a night. */
export function keepHooksJob({ db }: { db: Database }): Job<Tables> {
  return {
    name: "cards.keep-hooks",
    cron: "53 3 * * *",
    async run({ tx }) {
      await hookSecret.reseal(tx);
      await sweepDeliveries(db);
      await sweepObservations(db);
    },
  };
}

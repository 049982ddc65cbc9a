import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { wakeTopics } from "../../notify-topics.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { ofServers } from "../../platform/kinds/personal-data.ts";
import type { LivePart, Slice, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { assertSuperAdmin } from "../identity/public.ts";
import { openLogLevel } from "./log-level.ts";
import { openMaintenance } from "./maintenance.ts";
import { readHealth } from "./read-health.ts";
import { createReporter } from "./report-node.ts";

/** Registers the page about health, and reports this node to the others. */
function openHealth(context: SliceContext): LivePart {
  const reporter = createReporter(context);
  const logLevel = openLogLevel(context);
  context.routes.route(operationRoutes.getHealth, async (_input, { viewer }) => {
    assertSuperAdmin(viewer);
    return readHealth({ ...context, reportNow: reporter.reportNow, logging: logLevel.current() });
  });
  return {
    ...logLevel,
    stop: async () => void (await Promise.all([reporter.stop?.(), logLevel.stop?.()])),
  };
}

/**
 * Wakes the work queues of all nodes once a minute: an announcement is lost with the connection that it came on, and
 * what others than the server write to the database is announced to them alone.
 */
function wakeQueuesJob(): Job<Tables> {
  return {
    name: "operation.wake-queues",
    cron: "* * * * *",
    async run({ tx }) {
      await sql`SELECT pg_notify(topic, '') FROM unnest(${wakeTopics}::text[]) AS topic`.execute(tx);
    },
  };
}

/** The page for the people who run Atoll: the servers, the problems they may have, and what is set without a restart. */
export const operation: Slice = {
  name: "operation",
  live: [openHealth, openMaintenance],
  jobs: [wakeQueuesJob],
  personalData: {
    backups: ofServers,
    bus_parcels: ofServers,
    log_choice: ofServers,
    maintenance: ofServers,
    migrations: ofServers,
    nodes: ofServers,
    oldest_version: ofServers,
  },
};

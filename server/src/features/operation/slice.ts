import { operationRoutes } from "@atoll/contract/operation/routes";
import { ofServers } from "../../platform/kinds/personal-data.ts";
import type { LivePart, Slice, SliceContext } from "../../slice.ts";
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

/** The page for the people who run Atoll: the servers, the problems they may have, and what is set without a restart. */
export const operation: Slice = {
  name: "operation",
  live: [openHealth, openMaintenance],
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

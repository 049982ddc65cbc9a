import { operationRoutes } from "@atoll/contract/operation/routes";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { Slice, SliceContext } from "../../slice.ts";
import { readHealth } from "./read-health.ts";
import { createReporter } from "./report-node.ts";

/** Registers the page about health, and reports this node to the others. */
function openOperation(context: SliceContext) {
  const reporter = createReporter(context);
  context.routes.route(operationRoutes.getHealth, async (_input, { viewer }) => {
    if (!isSuperAdmin(viewer)) throw new AppError("forbidden", { detail: "not a super administrator" });
    return readHealth({ ...context, reportNow: reporter.reportNow });
  });
  return reporter;
}

/** The page for the people who run Atoll: the servers, and the problems they may have. */
export const operation: Slice = {
  name: "operation",
  live: [openOperation],
};

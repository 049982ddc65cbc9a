import { createHash } from "node:crypto";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { IgnoredDelivery, type Report } from "../data/report.ts";
import { storeObservation } from "../monitoring/uptime.ts";
import { broadcastSections } from "../rooms.ts";
import { applyReport } from "./apply-report.ts";
import { fitValues } from "./fit-values.ts";
import { growChoices } from "./grow-choices.ts";
import { parseBody } from "./parse-body.ts";
import { type ReadReports, readAlerts } from "./read-alerts.ts";
import { readDeployment } from "./read-deployments.ts";
import { readRun } from "./read-runs.ts";

/** Reads a delivery and changes the cards that it reports about. */
export function applyDeliveryJob(sources: ChangeSources): Job<Tables, { deliveryId: string }> {
  return {
    name: "cards.apply-delivery",
    run: ({ tx, data, signal }) => applyDelivery(sources, tx, data.deliveryId, signal),
  };
}

/**
 * The changes of cards are committed report by report, each once for a delivery and its replay; the outcome is written
 * in the transaction of the job.
 */
async function applyDelivery(
  sources: ChangeSources,
  tx: Database,
  deliveryId: string,
  signal: AbortSignal,
): Promise<void> {
  const delivery = await tx
    .selectFrom("card_hook_deliveries as d")
    .innerJoin("card_hooks as h", "h.id", "d.hook_id")
    .innerJoin("card_types as ct", "ct.id", "h.type_id")
    .select([
      "d.at",
      "d.body",
      "d.event",
      "d.replays",
      "h.kind",
      "h.name",
      "h.created_by",
      "ct.id as type_id",
    ])
    .select(["ct.department_id", "ct.fields", "ct.stages", "ct.options"])
    .where("d.id", "=", deliveryId)
    .where("ct.archived_at", "is", null)
    .executeTakeFirst();
  if (!delivery) return;
  const finish = (outcome: "done" | "ignored" | "failed", detail: string) =>
    tx.updateTable("card_hook_deliveries").set({ outcome, detail }).where("id", "=", deliveryId).execute();
  const options = sectionOptionsSchema.parse(delivery.options);
  const { hooks } = options;
  let reports: Report[];
  const reasons = new Set<string>();
  try {
    const read = readReports(hooks, delivery, parseBody(delivery.kind, delivery.body));
    reports = read.reports;
    for (const problem of read.problems) reasons.add(problem);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await finish(error instanceof IgnoredDelivery ? "ignored" : "failed", error.message);
    await broadcastSections(sources, delivery.department_id);
    return;
  }
  const { fields } = await transact(sources.db, (own) =>
    growChoices(
      own,
      delivery.type_id,
      reports.map(({ values }) => values),
    ),
  );
  const type = { ...delivery, id: delivery.type_id, fields };
  let changed = 0;
  for (const [index, report] of reports.entries()) {
    signal.throwIfAborted();
    const isReplay = delivery.replays > 0;
    const by = { hook: delivery.name, actorId: delivery.created_by, isReplay };
    const idOf = (step: string) => changeIdOf(`${deliveryId} ${delivery.replays} ${index} ${step}`);
    const { environment } = fitValues(fields, report.values);
    if (hooks === "alerts" && (environment === undefined || environment === options.production))
      await storeObservation(sources.db, type.id, report, delivery.at);
    const reason = await applyReport(sources, type, report, { ...by, idOf });
    if (reason === undefined) changed += 1;
    else reasons.add(reason);
  }
  await finish(changed > 0 ? "done" : "ignored", [...reasons].slice(0, 3).join(" "));
  await broadcastSections(sources, delivery.department_id);
}

function readReports(
  hooks: SectionOptions["hooks"],
  { kind, event, at }: { kind: HookKind; event: string; at: Date },
  body: unknown,
): ReadReports {
  if (event === "ping") throw new IgnoredDelivery("GitHub tried out the webhook");
  switch (hooks) {
    case "alerts":
      return readAlerts(kind, body, at);
    case "runs":
      return { reports: readRun(kind, event, body, at), problems: [] };
    case "deployments":
      return { reports: readDeployment(kind, event, body, at), problems: [] };
    case undefined:
      throw new IgnoredDelivery("This section takes no reports any more");
  }
}

/** The same id for the same step of the same delivery: a job that is done again changes nothing. */
function changeIdOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { createHash } from "node:crypto";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { type SectionOptions, sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { IgnoredDelivery, type Report } from "../data/report.ts";
import { storeObservation } from "../monitoring/uptime.ts";
import { broadcastSections } from "../rooms.ts";
import { applyReport } from "./apply-report.ts";
import { readAlerts } from "./read-alerts.ts";
import { readDeployment } from "./read-deployments.ts";
import { readRun } from "./read-runs.ts";

type Sources = Pick<SliceContext, "db" | "people" | "realtime">;

/** Reads a delivery and changes the cards that it reports about. */
export function applyDeliveryJob(sources: Sources): Job<Tables, { deliveryId: string }> {
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
  sources: Sources,
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
  const type = { ...delivery, id: delivery.type_id };
  const { hooks } = sectionOptionsSchema.parse(delivery.options);
  let reports: Report[];
  try {
    reports = readReports(hooks, delivery.kind, delivery.event, parseBody(delivery.body));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await finish(error instanceof IgnoredDelivery ? "ignored" : "failed", error.message);
    await broadcastSections(sources, delivery.department_id);
    return;
  }
  const reasons = new Set<string>();
  let changed = 0;
  for (const [index, report] of reports.entries()) {
    signal.throwIfAborted();
    const by = { hook: delivery.name, actorId: delivery.created_by };
    const idOf = (step: string) => changeIdOf(`${deliveryId} ${delivery.replays} ${index} ${step}`);
    if (hooks === "alerts") await storeObservation(sources.db, type.id, report, delivery.at);
    const reason = await applyReport(sources, type, report, { ...by, idOf });
    if (reason === undefined) changed += 1;
    else reasons.add(reason);
  }
  await finish(changed > 0 ? "done" : "ignored", [...reasons].slice(0, 3).join(" "));
  await broadcastSections(sources, delivery.department_id);
}

function parseBody(body: Buffer): unknown {
  try {
    // PostgreSQL stores no NUL in a text.
    return JSON.parse(body.toString("utf8").toWellFormed(), (_key, value: unknown) =>
      typeof value === "string" ? value.replaceAll("\0", "") : value,
    );
  } catch {
    throw new Error("The body is no JSON");
  }
}

function readReports(hooks: SectionOptions["hooks"], kind: HookKind, event: string, body: unknown): Report[] {
  if (event === "ping") throw new IgnoredDelivery("GitHub tried out the webhook");
  switch (hooks) {
    case "alerts":
      return readAlerts(kind, body);
    case "runs":
      return readRun(kind, event, body);
    case "deployments":
      return readDeployment(kind, event, body);
    case undefined:
      throw new IgnoredDelivery("This section takes no reports any more");
  }
}

/** The same id for the same step of the same delivery: a job that is done again changes nothing. */
function changeIdOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

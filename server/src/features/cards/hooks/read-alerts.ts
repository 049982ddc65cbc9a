import { createHash } from "node:crypto";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { maxReports } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { idTextSchema, type Report, readShape, timeSchema } from "../data/report.ts";

/** The reports of a delivery, and the parts of it that could not be read. */
export interface ReadReports {
  reports: Report[];
  problems: string[];
}

const words = z.record(z.string(), z.string().catch(""));

/** Alertmanager's alert; Grafana's is the same with a few parts more. */
const alertSchema = z.object({
  status: z.enum(["firing", "resolved"]),
  labels: words,
  annotations: words.catch({}).default({}),
  startsAt: timeSchema.optional().catch(undefined),
  endsAt: timeSchema.nullish().catch(undefined),
  generatorURL: z.string().optional().catch(undefined),
  dashboardURL: z.string().optional().catch(undefined),
  fingerprint: z.string().min(1).max(300).optional().catch(undefined),
  valueString: z.string().optional().catch(undefined),
  values: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});

const genericAlert = z.object({
  id: idTextSchema,
  title: z.string(),
  status: z.enum(["firing", "resolved", "no_data"]),
  severity: z.string().optional().catch(undefined),
  service: z.string().optional().catch(undefined),
  environment: z.string().optional().catch(undefined),
  alert: z.string().optional().catch(undefined),
  team: z.string().optional().catch(undefined),
  runbook: z.string().optional().catch(undefined),
  dashboard: z.string().optional().catch(undefined),
  value: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  startedAt: timeSchema.optional().catch(undefined),
  endedAt: timeSchema.optional().catch(undefined),
});

/**
 * Reads the alerts of one delivery. What can be raised is raised: an alert without a readable time is one of now, and one
 * that cannot be read at all costs only itself.
 * @param receivedAt stands for times that are missing, the same when the delivery is replayed.
 */
export function readAlerts(kind: HookKind, body: unknown, receivedAt: Date): ReadReports {
  const isOne = kind === "generic" && !(typeof body === "object" && body !== null && "alerts" in body);
  const all = isOne ? [body] : readShape(z.object({ alerts: z.array(z.unknown()) }), body).alerts;
  const read: ReadReports = { reports: [], problems: [] };
  for (const [at, alert] of all.slice(0, maxReports).entries()) {
    try {
      read.reports.push(
        kind === "generic"
          ? fromGeneric(readShape(genericAlert, alert), receivedAt)
          : fromAlert(readShape(alertSchema, alert), receivedAt),
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isOne) throw error;
      read.problems.push(`Alert ${at + 1} of ${all.length}: ${error.message}`);
    }
  }
  const left = all.length - maxReports;
  if (left > 0) read.problems.push(`${left} alerts behind the first ${maxReports} were not read.`);
  // A group that was cut by its sender says how many it left out.
  const cut = z.object({ truncatedAlerts: z.number().int().positive() }).safeParse(body);
  if (cut.success)
    read.problems.push(`The sender left out ${cut.data.truncatedAlerts} alerts of this group.`);
  return read;
}

function fromGeneric(alert: z.output<typeof genericAlert>, receivedAt: Date) {
  const { id, title, status, startedAt, endedAt, text, link, ...values } = alert;
  return reportOf({
    key: id,
    title,
    status,
    startedAt: startedAt ?? receivedAt,
    endedAt: endedAt ?? receivedAt,
    text,
    values: { ...values, source: link },
  });
}

/** Labels and annotations that have a field of their own. */
const shownLabels = new Set([
  ...["alertname", "severity", "priority", "service", "job", "app", "environment", "env", "team"],
  ...["runbook_url", "runbook", "grafana_folder_url"],
]);

function fromAlert(alert: z.output<typeof alertSchema>, receivedAt: Date): Report {
  const { labels, annotations, status } = alert;
  const key = alert.fingerprint ?? hashLabels(labels);
  return reportOf({
    key,
    title: annotations.summary || labels.alertname || "Alert",
    // Grafana's name for a source that sends nothing.
    status: status === "firing" && labels.alertname === "DatasourceNoData" ? "no_data" : status,
    startedAt: alert.startsAt ?? receivedAt,
    endedAt: alert.endsAt ?? receivedAt,
    text: annotations.description,
    values: {
      severity: labels.severity ?? labels.priority,
      service: labels.service ?? labels.job ?? labels.app,
      environment: labels.environment ?? labels.env,
      value: annotations.value ?? numbersOf(alert.values) ?? alert.valueString,
      source: alert.generatorURL,
      alert: labels.alertname,
      team: labels.team,
      runbook: annotations.runbook_url ?? labels.runbook_url ?? annotations.runbook,
      dashboard: alert.dashboardURL ?? annotations.dashboard_url ?? annotations.dashboardURL,
      labels: otherLabels(labels),
    },
  });
}

function otherLabels(labels: Readonly<Record<string, string>>): string | undefined {
  const others = Object.entries(labels).filter(([name, value]) => !shownLabels.has(name) && value !== "");
  return others.length === 0 ? undefined : others.map(([name, value]) => `${name}: ${value}`).join("; ");
}

function reportOf(alert: {
  key: string;
  title: string;
  status: "firing" | "resolved" | "no_data";
  startedAt: Date;
  endedAt: Date;
  text: string | undefined;
  values: Report["values"];
}): Report {
  const { key, title, status, startedAt, endedAt, text, values } = alert;
  return {
    key: `alert ${key}`,
    title,
    stage: status,
    at: startedAt,
    // Some systems send the year 1 as the end of what has not ended, and an end before the start is none.
    endedAt: status === "resolved" ? new Date(Math.max(endedAt.getTime(), startedAt.getTime())) : undefined,
    values: { ...values, fingerprint: key.slice(0, 200) },
    body: text,
  };
}

function numbersOf(values: Record<string, unknown> | null | undefined): string | undefined {
  const numbers = Object.values(values ?? {}).filter((value) => typeof value === "number");
  return numbers.length === 0 ? undefined : numbers.slice(0, 3).join(", ");
}

/** As Alertmanager does: the same labels are the same alert. */
function hashLabels(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
}

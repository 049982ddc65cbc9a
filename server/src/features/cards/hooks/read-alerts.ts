import { createHash } from "node:crypto";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { maxReports } from "@atoll/contract/cards/limits";
import { z } from "zod";
import { idTextSchema, type Report, readShape, timeSchema } from "../data/report.ts";

const words = z.record(z.string(), z.string().catch(""));

/** Alertmanager's alert; Grafana's is the same with a few parts more. */
const alertSchema = z.object({
  status: z.enum(["firing", "resolved"]),
  labels: words,
  annotations: words.default({}),
  startsAt: timeSchema,
  endsAt: timeSchema.nullish(),
  generatorURL: z.string().optional(),
  fingerprint: z.string().min(1).max(300).optional(),
  valueString: z.string().optional(),
  values: z.record(z.string(), z.unknown()).nullish(),
});

const genericAlert = z.object({
  id: idTextSchema,
  title: z.string(),
  status: z.enum(["firing", "resolved", "no_data"]),
  severity: z.string().optional(),
  service: z.string().optional(),
  environment: z.string().optional(),
  value: z.union([z.string(), z.number()]).transform(String).optional(),
  text: z.string().optional(),
  link: z.string().optional(),
  startedAt: timeSchema,
  endedAt: timeSchema.optional(),
});

const severities: Readonly<Record<string, string>> = {
  critical: "Urgent",
  page: "Urgent",
  error: "High",
  warning: "Medium",
  info: "Low",
};

/** Reads the alerts of one delivery. */
export function readAlerts(kind: HookKind, body: unknown): Report[] {
  const list = <S extends z.ZodType>(schema: S) => z.object({ alerts: z.array(schema).max(maxReports) });
  if (kind === "generic") {
    const alerts =
      typeof body === "object" && body !== null && "alerts" in body
        ? readShape(list(genericAlert), body).alerts
        : [readShape(genericAlert, body)];
    return alerts.map(fromGeneric);
  }
  return readShape(list(alertSchema), body).alerts.map(fromAlert);
}

function fromGeneric({
  id,
  title,
  status,
  startedAt,
  endedAt,
  text,
  link,
  ...values
}: z.output<typeof genericAlert>) {
  return reportOf({
    key: id,
    title,
    status,
    startedAt,
    endedAt: endedAt ?? new Date(),
    text,
    values: { ...values, severity: severityOf(values.severity), source: link },
  });
}

function fromAlert(alert: z.output<typeof alertSchema>): Report {
  const { labels, annotations, status } = alert;
  const key = alert.fingerprint ?? hashLabels(labels);
  return reportOf({
    key,
    title: annotations.summary || labels.alertname || "Alert",
    // Grafana's name for a source that sends nothing.
    status: status === "firing" && labels.alertname === "DatasourceNoData" ? "no_data" : status,
    startedAt: alert.startsAt,
    endedAt: alert.endsAt ?? new Date(),
    text: annotations.description,
    values: {
      severity: severityOf(labels.severity ?? labels.priority),
      service: labels.service ?? labels.job ?? labels.app,
      environment: labels.environment ?? labels.env,
      value: annotations.value ?? numbersOf(alert.values) ?? alert.valueString,
      source: alert.generatorURL,
    },
  });
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

function severityOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (severities[text.toLowerCase()] ?? text);
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

import { z } from "zod";

/** The state of one thing of another system: a run, a deployment or an alert. */
export interface Report {
  /** Identifies the thing in the other system. */
  key: string;
  title: string;
  stage: string;
  /** Orders the reports about one thing, by the other system's clock. */
  at: Date;
  /** When the thing ended: a report from before that changes nothing any more. */
  endedAt?: Date | undefined;
  /** Values by the names of fields; those that the section does not have are left out. */
  values: Readonly<Record<string, string | number | undefined>>;
  body?: string | undefined;
  commit?: { sha: string; at: Date } | undefined;
}

/** A delivery that is understood, and reports nothing to a section. */
export class IgnoredDelivery extends Error {
  override name = "IgnoredDelivery";
}

/** Reads a part of a delivery. Unknown parts are left out, so that a newer version of a system is still understood. */
export function readShape<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`“${issue?.path.join(".") ?? ""}” cannot be read: ${issue?.message ?? ""}`.slice(0, 300));
}

const dayMs = 86_400_000;

/** A time as systems write it. One in the future is taken as now, so that it cannot hold up the reports after it. */
export const timeSchema = z.string().transform((text, context) => {
  const at = new Date(text);
  if (!Number.isFinite(at.getTime())) {
    context.addIssue({ code: "custom", message: "this is no time" });
    return z.NEVER;
  }
  return at.getTime() > Date.now() + dayMs ? new Date() : at;
});

export const idTextSchema = z.union([z.string().min(1).max(300), z.number()]).transform(String);

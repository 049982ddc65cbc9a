import type { auditRoutes } from "@atoll/contract/audit/routes";
import type { RouteCall } from "@atoll/contract/route";
import { addDays, instantOf } from "../../lib/time/wall-time.ts";

/** The filters of the log, as in the page's address. */
export interface AuditFilters {
  /** Words in the actor, the act, the subject or the address. */
  search?: string | undefined;
  /** The ID of the actor. */
  actor?: string | undefined;
  action?: string | undefined;
  /** The ID of the subject. */
  subject?: string | undefined;
  /** Days in the person's time zone, as `2026-11-20`; both are included. */
  from?: string | undefined;
  to?: string | undefined;
}

type AuditQuery = RouteCall<typeof auditRoutes.exportEntries>["query"];

/** The same, as the server is asked for it. */
export function auditQuery({ search, actor, action, subject, from, to }: AuditFilters): AuditQuery {
  return {
    search,
    actorId: actor,
    action,
    subjectId: subject,
    from: startOf(from, 0),
    // Exclusive: the start of the next day.
    to: startOf(to, 1),
  };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Returns when a local day starts, or one some days later, in UTC. An invalid date is ignored. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined || Number.isNaN(instantOf(day).getTime())) return undefined;
  return instantOf(addDays(day, daysLater)).toISOString();
}

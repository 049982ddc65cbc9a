import type { auditRoutes } from "@atoll/contract/audit/routes";
import type { RouteCall } from "@atoll/contract/route";
import { addDays, instantOf } from "../../lib/wall-time.ts";

/** Which entries are shown, as the address of the page says it. */
export interface AuditFilters {
  /** Words of who did it, what was done, what to, and from where. */
  search?: string | undefined;
  /** The ID of the actor. */
  actor?: string | undefined;
  action?: string | undefined;
  /** The id of what it was done to. */
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
    // The server leaves out what is at or after this moment.
    to: startOf(to, 1),
  };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** When a local day begins, or one a few days later, in UTC. A day that does not exist counts as not said. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined || Number.isNaN(instantOf(day).getTime())) return undefined;
  return instantOf(addDays(day, daysLater)).toISOString();
}

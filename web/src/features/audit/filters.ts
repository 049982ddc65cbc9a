import type { auditRoutes } from "@atoll/contract/audit/routes";
import { day, defineListSearch, id, matching, type SearchValues } from "@atoll/contract/list-search";
import type { RouteCall } from "@atoll/contract/route";
import { addDays, instantOf } from "../../lib/time/wall-time.ts";

/** The filters in the address of the log. */
export const auditSearch = defineListSearch({
  /** Words in the actor, the act, the subject or the address. */
  search: matching(/^.{1,200}$/u),
  /** The ID of the actor. */
  actor: id,
  action: matching(/^[a-z.-]{1,100}$/),
  /** The ID of the subject. */
  subject: matching(/^.{1,100}$/),
  /** Days in the person's time zone; both are included. */
  from: day,
  to: day,
});
export type AuditFilters = Partial<SearchValues<typeof auditSearch>>;

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

import type { AuditFilters } from "../../features/audit/filters.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The filters of the audit log in the address. What makes no sense counts as not said. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  return {
    search: fitting(search.search, /^.{1,200}$/u),
    actor: fitting(search.actor, id),
    action: fitting(search.action, /^[a-z.-]{1,100}$/),
    subject: fitting(search.subject, /^.{1,100}$/),
    from: fitting(search.from, day),
    to: fitting(search.to, day),
  };
}

function fitting(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

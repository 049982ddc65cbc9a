import { auditRoutes } from "@atoll/contract/audit/routes";
import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";
import { type AuditFilters, auditQuery } from "./filters.ts";

const numberOf = ({ number }: AuditEntry) => number;

/** Entries that fit the filters, newest first, page after page. */
export function useEntries(filters: AuditFilters) {
  const query = auditQuery(filters);
  return usePages({
    queryKey: ["audit", "entries", query],
    fetchPage: (cursor, options) => call(auditRoutes.listEntries, { query: { ...query, cursor } }, options),
    keyOf: numberOf,
    keepsPrevious: true,
    // Every action adds to the log, so cached data is always stale. Rows that are being read do not move: `useNewest`
    // says that there are more.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The number of the newest entry that fits the filters; undefined when there is none. */
export function useNewest(filters: AuditFilters) {
  const query = auditQuery(filters);
  return useLiveQuery({
    queryKey: ["audit", "newest", query],
    queryFn: ({ signal }) => call(auditRoutes.listEntries, { query: { ...query, limit: 1 } }, { signal }),
    on: { "audit.grown": refetch },
    select: ({ items }) => items[0]?.number,
  }).data;
}

/**
 * Queries the people in the log by part of their name, including deleted ones. Without `select`: while the previous
 * list stands in for the next one, TanStack Query renders without end if `select` returns undefined.
 */
export function useActors(name: string) {
  return useQuery({
    queryKey: ["audit", "actors", name],
    queryFn: ({ signal }) => call(auditRoutes.listActors, { query: { search: name } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** The same entries as CSV text. */
export const exportEntries = (filters: AuditFilters) =>
  call(auditRoutes.exportEntries, { query: auditQuery(filters) });

/** Checks every hash against the one before. */
export const verifyEntries = () => call(auditRoutes.verifyEntries, {});

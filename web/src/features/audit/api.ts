import { auditRoutes } from "@atoll/contract/audit/routes";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { type AuditFilters, auditQuery } from "./filters.ts";

const entriesPerPage = 50;

/** Entries that fit the filters, newest first, page after page. */
export function useEntries(filters: AuditFilters) {
  const query = auditQuery(filters);
  return useInfiniteQuery({
    queryKey: ["audit", "entries", query],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      call(
        auditRoutes.listEntries,
        { query: { ...query, before: pageParam || undefined, limit: entriesPerPage } },
        { signal },
      ),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.number : undefined),
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    placeholderData: keepPreviousData,
    // Everything that is done adds to it, so what was there before is never the newest.
    staleTime: 0,
  });
}

/** The same entries as CSV text. */
export const exportEntries = (filters: AuditFilters) =>
  call(auditRoutes.exportEntries, { query: auditQuery(filters) });

/** Checks every hash against the one before. */
export const verifyEntries = () => call(auditRoutes.verifyEntries, {});

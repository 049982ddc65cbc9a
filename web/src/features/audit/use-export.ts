import { useMutation } from "@tanstack/react-query";
import { downloadText } from "../../lib/request/download.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { exportEntries } from "./api.ts";
import type { AuditFilters } from "./filters.ts";

/** Fetches what the filters leave as CSV and saves it. Through a request of our own: a link could carry no sign-in. */
export function useExport(filters: AuditFilters) {
  return useMutation({
    mutationFn: () => exportEntries(filters),
    onSuccess: ({ csv, isWhole }) => {
      const day = new Date().toISOString().slice(0, 10);
      downloadText(`audit-log-${day}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the newest 50,000 entries. Narrow the dates for older ones.");
    },
  });
}

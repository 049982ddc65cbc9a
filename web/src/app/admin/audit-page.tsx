import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditScreen } from "../../features/audit/audit-screen.tsx";
import { auditSearch } from "../../features/audit/filters.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/audit, whose address holds the filters: `?action=user.deleted&from=2026-11-20`. */
export function AuditPage() {
  usePageTitle("Audit log");
  const filters = auditSearch.read(useSearch({ from: "/workspace/admin/audit" }));
  const navigate = useNavigate();
  return (
    <AuditScreen
      filters={filters}
      onFiltersChange={(next) =>
        void navigate({ to: "/admin/audit", search: auditSearch.write(next), replace: true })
      }
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
    />
  );
}

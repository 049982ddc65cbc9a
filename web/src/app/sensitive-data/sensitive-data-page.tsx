import { canOpenAdmin } from "@atoll/contract/permissions";
import { sensitiveKeyDepartments } from "@atoll/contract/sensitive-data/key-departments";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useKeyNames } from "../../features/sensitive-data/api.ts";
import { SensitiveDataScreen } from "../../features/sensitive-data/sensitive-data-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { DepartmentBadge } from "../../ui/badge/department-badge.tsx";
import { PageHeader } from "../page/page-header.tsx";

/** /sensitive-data, whose address may hold a filter and name a card: `?q=bank&card=…`. */
export function SensitiveDataPage() {
  usePageTitle("Sensitive data");
  const { q = "", card } = useSearch({ from: "/workspace/sensitive-data" });
  const navigate = useNavigate();
  return (
    <div className="page-pad">
      <SensitiveDataScreen
        filter={q}
        cardId={card}
        onFilterChange={(text) =>
          void navigate({
            to: "/sensitive-data",
            search: { ...(text && { q: text }), ...(card && { card }) },
            replace: true,
          })
        }
        renderActions={(controls) => (
          <PageHeader
            title="Sensitive data"
            aside={<WhyOpen />}
            actions={
              <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full">{controls}</div>
            }
          />
        )}
      />
    </div>
  );
}

/** By what the page is open to the viewer. */
function WhyOpen() {
  const viewer = useViewer();
  const isAdmin = canOpenAdmin(viewer);
  const name = useKeyNames().backend ?? "Backend";
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
      {isAdmin ? (
        <Badge tone="warning">admin</Badge>
      ) : (
        <DepartmentBadge department={sensitiveKeyDepartments.backend} name={name} />
      )}
      <span>
        Open to admins and members of {name}. {isAdmin ? "You hold admin." : `You are a member of ${name}.`}
      </span>
      {isAdmin && (
        <Link
          to="/admin/why"
          search={{ user: viewer.id, path: "/sensitive-data" }}
          className="font-medium text-primary-text hover:underline"
        >
          Why
        </Link>
      )}
    </p>
  );
}

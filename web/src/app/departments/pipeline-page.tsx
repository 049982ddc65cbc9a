import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import type { ListSort } from "../../features/cards/api.ts";
import { SectionScreen, type SectionView } from "../../features/cards/section-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { PageHeader } from "../page/page-header.tsx";

const base = "/business-development/pipeline";
const sorts: readonly ListSort[] = ["title", "due", "value", "updated"];

/** /business-development/pipeline, whose address holds view, filter and order; a deal of it opens beside. */
export function PipelinePage() {
  usePageTitle("Pipeline");
  const search = useSearch({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const cardId = pathname.slice(base.length + 1) || undefined;
  const shown = readView(search);
  const hrefOf = (id: string) => `${base}/${id}`;
  return (
    <div data-dept="business-development" className="page-pad flex min-h-full flex-col xl:h-full">
      <SectionScreen
        departmentSlug="business-development"
        sectionSlug="pipeline"
        shown={shown}
        cardId={cardId}
        onShow={(next) =>
          void navigate({ href: `${pathname}${writeView(next)}`, replace: true, resetScroll: false })
        }
        onOpen={(id) =>
          void navigate({ href: `${id ? hrefOf(id) : base}${writeView(shown)}`, resetScroll: false })
        }
        hrefOf={hrefOf}
        renderHead={(actions) => (
          <PageHeader
            title={
              <span className="flex items-center gap-3">
                <DepartmentDot department="business-development" /> Pipeline
              </span>
            }
            actions={actions}
          />
        )}
      />
    </div>
  );
}

function readView({ view, q, sort }: { view?: unknown; q?: unknown; sort?: unknown }): SectionView {
  return {
    view: view === "table" ? "table" : "board",
    q: typeof q === "string" ? q.slice(0, 100) : "",
    sort: sorts.find((one) => one === sort) ?? "updated",
  };
}

function writeView({ view, q, sort }: SectionView): string {
  const params = new URLSearchParams({
    ...(view === "table" && { view }),
    ...(q && { q }),
    ...(view === "table" && sort !== "updated" && { sort }),
  });
  return params.size === 0 ? "" : `?${params}`;
}

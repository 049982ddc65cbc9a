import { Link, useLocation } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { findPlace } from "../navigation/find-place.ts";
import { PageHeader } from "../page/page-header.tsx";
import { useAreas } from "../use-areas.ts";

/** An address that leads to nothing. It says so, and leads back. */
export function MissingScreen() {
  const { departments } = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  const place = findPlace(pathname, departments, useAreas());
  const title = place?.label ?? "Unknown Page";
  usePageTitle(title);
  return (
    <div className="page-pad flex min-h-full flex-col">
      <PageHeader title={title} />
      <div className="grid flex-1 place-items-center">
        <EmptyState
          action={
            <Link className={buttonClass({ size: "sm" })} to="/dashboard">
              <ArrowLeft className="size-3.5" />
              Back to the dashboard
            </Link>
          }
          title="There is no page at this address"
        >
          The link may be old, or a part of it is missing.
        </EmptyState>
      </div>
    </div>
  );
}

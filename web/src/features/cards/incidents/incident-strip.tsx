import type { CardType } from "@atoll/contract/cards/schemas";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { Count } from "../../../ui/badge/count.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { IncidentRows } from "./incident-row.tsx";
import { useIncidents } from "./incidents-api.ts";

const shown = 3;

/** The open incidents of a section above its alerts, and the way to all of them. */
export function IncidentStrip({ type, department }: { type: CardType; department: string }) {
  const list = useIncidents(type.id, "open");
  const items = list.items ?? [];
  return (
    <Surface
      title="Incidents"
      icon={TriangleAlert}
      className="flex-none"
      flush={items.length > 0}
      counts={
        // More than those that are loaded: "30+".
        items.length > 0 && (
          <Count
            value={items.length + (list.hasNextPage ? 1 : 0)}
            max={list.hasNextPage ? items.length : 99}
          />
        )
      }
      action={
        <Link
          to="/$department/$section/incidents"
          params={{ department, section: type.slug }}
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          All incidents
        </Link>
      }
    >
      {items.length > 0 ? (
        <div className="border-t">
          <IncidentRows
            label="Open incidents"
            incidents={items.slice(0, shown)}
            department={department}
            section={type.slug}
          />
        </div>
      ) : list.error ? (
        <RetryAlert
          message="Failed to load the incidents"
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <p className="text-muted text-sm">
          {list.items ? "No incident is open. Open one when people notice a problem." : "Loading incidents"}
        </p>
      )}
    </Surface>
  );
}

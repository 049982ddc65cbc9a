import type { OpenCard } from "@atoll/contract/cards/schemas";
import { Link, useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { incidentName, stateNames, stateTones } from "./incident-words.ts";
import { useIncidentsOfCard } from "./incidents-api.ts";
import { OpenIncidentDialog } from "./open-incident-dialog.tsx";

/** The incidents of an alert, and the way to open one from it. */
export function CardIncidents({ open: { card, type } }: { open: OpenCard }) {
  const { data, error, isFetching, refetch } = useIncidentsOfCard(type.id, card.id);
  const viewer = useViewer();
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  const department = viewer.departments.find(({ id }) => id === type.departmentId)?.slug ?? "";
  const incidents = data?.incidents ?? [];
  return (
    <Surface title="Incidents" icon={TriangleAlert}>
      <div className="flex flex-col gap-2 text-sm">
        {incidents.length > 0 ? (
          <ul className="flex flex-col gap-1.5">
            {incidents.map((incident) => (
              <li key={incident.id} className="flex items-center gap-2">
                <Link
                  to="/$department/$section/incidents/$incidentId"
                  params={{ department, section: type.slug, incidentId: incident.id }}
                  className="min-w-0 flex-1 truncate hover:underline"
                >
                  {incidentName(incident)} {incident.title}
                </Link>
                <Badge tone={stateTones[incident.state]}>{stateNames[incident.state]}</Badge>
              </li>
            ))}
          </ul>
        ) : (
          data && <p className="text-muted">This alert belongs to no incident.</p>
        )}
        {error && (
          <RetryAlert
            message="Failed to load the incidents"
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        <Button className="self-start" size="sm" icon={TriangleAlert} onClick={() => setIsOpening(true)}>
          Open incident
        </Button>
      </div>
      {isOpening && (
        <OpenIncidentDialog
          type={type}
          slug={department}
          alert={card}
          onClose={() => setIsOpening(false)}
          onOpened={(incidentId) =>
            void navigate({
              to: "/$department/$section/incidents/$incidentId",
              params: { department, section: type.slug, incidentId },
            })
          }
        />
      )}
    </Surface>
  );
}

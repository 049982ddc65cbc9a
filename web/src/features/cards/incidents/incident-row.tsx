import { Link } from "@tanstack/react-router";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { incidentName, spanWords, stateNames, stateTones } from "./incident-words.ts";
import type { ListedIncident } from "./incidents-api.ts";

/** The slugs of the department and section of incidents. */
interface Where {
  department: string;
  section: string;
}

interface IncidentRowsProps extends Where {
  label: string;
  incidents: readonly ListedIncident[];
}

/** Incidents in a list. */
export function IncidentRows({ label, incidents, ...rest }: IncidentRowsProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {incidents.map((incident) => (
        <IncidentRow key={incident.id} incident={incident} {...rest} />
      ))}
    </ul>
  );
}

interface IncidentRowProps extends Where {
  incident: ListedIncident;
}

/** An incident in a list: what it is, how it is going, for how long, and who leads it. */
function IncidentRow({ incident, department, section }: IncidentRowProps) {
  const now = useNow();
  const { id, title, state, severity, services, openedAt, resolvedAt, commander } = incident;
  const notes = [severity, services.join(", "), resolvedAt && formatInstant(openedAt)];
  return (
    <li className="relative flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-surface-hover max-md:flex-wrap max-md:gap-y-1">
      <span className="w-14 flex-none font-mono text-faint text-xs">{incidentName(incident)}</span>
      <span className="min-w-0 flex-1 max-md:order-first max-md:basis-full">
        <Link
          to="/$department/$section/incidents/$incidentId"
          params={{ department, section, incidentId: id }}
          className="block truncate font-medium text-sm after:absolute after:inset-0"
        >
          {title}
        </Link>
        <span className="block truncate text-muted text-xs">{notes.filter(Boolean).join(" · ")}</span>
      </span>
      <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      <span className="flex-none text-muted text-xs tabular-nums">
        {spanWords(openedAt, resolvedAt ?? now)}
      </span>
      {commander && <PersonAvatar person={commander} size={20} />}
    </li>
  );
}

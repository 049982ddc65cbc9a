import type { OpenIncident } from "@atoll/contract/cards/incident-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { Megaphone, Pencil } from "lucide-react";
import { useState } from "react";
import { Comments, type HistoryLine } from "../../../capabilities/comments/comments.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { LinkButtons } from "../../../ui/button/link-buttons.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { EditIncidentDialog } from "./edit-incident-dialog.tsx";
import { IncidentAside } from "./incident-aside.tsx";
import { entryWords, incidentName, spanWords, stateNames, stateTones } from "./incident-words.ts";
import { useIncident } from "./incidents-api.ts";
import { ReportCard } from "./report-card.tsx";
import { UpdateDialog } from "./update-dialog.tsx";

interface IncidentPageProps {
  incidentId: string;
  type: CardType;
  department: string;
}

/** An incident: its timeline with the comments of its people, its state, roles and alerts. */
export function IncidentScreen({ incidentId, type, department }: IncidentPageProps) {
  const query = useIncident(incidentId);
  const isGone = hasCode(query.error, "incident_not_found");
  if (query.data)
    return (
      <>
        {isGone && <LoadState query={query} />}
        {/* Not taken away: a form that is open over it keeps what was typed. */}
        <div hidden={isGone}>
          <Opened opened={query.data} type={type} department={department} />
        </div>
      </>
    );
  if (query.error) return <LoadState query={query} failure="Failed to load the incident" />;
  return <RowSkeletons label="Loading the incident" mark={28} rowClassName="py-2" />;
}

function Opened({
  opened,
  type,
  department,
}: Omit<IncidentPageProps, "incidentId"> & { opened: OpenIncident }) {
  const { incident } = opened;
  const [dialog, setDialog] = useState<"edit" | "update">();
  const now = useNow();
  const close = () => setDialog(undefined);
  const { id, title, state, severity, openedAt, resolvedAt } = incident;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
      <article className="flex min-w-0 flex-col gap-4">
        <header className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface-raised px-4 py-3 shadow-1">
          <div className="min-w-0 flex-1 max-md:basis-full">
            <p className="flex flex-wrap items-center gap-2 text-xs">
              <span className="font-mono text-faint">{incidentName(incident)}</span>
              <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
              {severity !== null && <Badge tone="outline">{severity}</Badge>}
              <span className="text-muted">
                {resolvedAt === null
                  ? `Open for ${spanWords(openedAt, now)}`
                  : `Resolved after ${spanWords(openedAt, resolvedAt)}`}
              </span>
            </p>
            <h2 className="mt-0.5 font-semibold text-lg wrap-anywhere">{title}</h2>
          </div>
          <div className="flex flex-none flex-wrap items-center gap-1">
            <LinkButtons
              thing={{ title: `${incidentName(incident)} ${title}`, path: window.location.pathname }}
            />
            <Button icon={Megaphone} onClick={() => setDialog("update")}>
              Update for everyone
            </Button>
            <Button icon={Pencil} onClick={() => setDialog("edit")}>
              Edit
            </Button>
          </div>
        </header>
        <ReportCard opened={opened} />
        <div className="rounded-lg border bg-surface-raised p-4 shadow-1">
          <Comments
            subject={{ kind: "incident", id }}
            history={{ title: "Timeline", lines: linesOf(opened) }}
          />
        </div>
      </article>
      <IncidentAside opened={opened} type={type} department={department} />
      {dialog === "edit" && <EditIncidentDialog opened={opened} type={type} onClose={close} />}
      {dialog === "update" && <UpdateDialog opened={opened} onClose={close} />}
    </div>
  );
}

function linesOf({ entries, people, alerts }: OpenIncident): HistoryLine[] {
  const nameOf = (id: string) => authorName(people.find((one) => one.id === id) ?? null);
  const names = {
    person: nameOf,
    alert: (id: string) => alerts.find((one) => one.id === id)?.title ?? "a deleted alert",
  };
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    content: (
      <div className="flex gap-2.5 text-sm">
        <span aria-hidden="true" className="mt-[7px] ml-2 size-2 flex-none rounded-full bg-border-strong" />
        <div className="ml-1.5 min-w-0 flex-1">
          <p className="text-muted wrap-anywhere">
            <span className="font-medium text-text">
              {entry.personId === null ? "Someone" : nameOf(entry.personId)}
            </span>{" "}
            {entryWords(entry, names)}{" "}
            <time dateTime={entry.at} className="text-2xs text-faint">
              {formatInstant(entry.at)}
            </time>
          </p>
          {entry.text !== "" && (
            <p className="mt-1 whitespace-pre-wrap rounded-md bg-info-soft px-3 py-2 wrap-anywhere">
              {entry.text}
            </p>
          )}
        </div>
      </div>
    ),
  }));
}

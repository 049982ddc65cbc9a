import type { CardType } from "@atoll/contract/cards/schemas";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useSections } from "../../features/cards/data/api.ts";
import { IncidentList } from "../../features/cards/incidents/incident-list.tsx";
import { IncidentScreen } from "../../features/cards/incidents/incident-page.tsx";
import { OpenIncidentButton } from "../../features/cards/incidents/open-incident-button.tsx";
import { StatusServicesButton } from "../../features/cards/incidents/status-services-button.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { DepartmentHead, type DepartmentHeadProps } from "./department-head.tsx";

const toButton = buttonClass({ variant: "ghost" });

/** /{department}/{section}/incidents: the open and the resolved incidents of a section. */
export function IncidentsPage() {
  const { department = "", section = "" } = useParams({ strict: false });
  return (
    <InSection
      title="Incidents"
      renderActions={(type) => (
        <>
          <Link to="/$department/$section" params={{ department, section }} className={toButton}>
            Alerts
          </Link>
          <StatusServicesButton type={type} />
          <Link to="/service-status" className={toButton}>
            Service status
          </Link>
          <OpenIncidentButton type={type} department={department} isMain />
        </>
      )}
    >
      {(type) => <IncidentList type={type} department={department} />}
    </InSection>
  );
}

/** /{department}/{section}/incidents/{incident} */
export function IncidentPage() {
  const { department = "", section = "", incidentId = "" } = useParams({ strict: false });
  if (!isUuid(incidentId)) return <MissingScreen />;
  return (
    <InSection
      title="Incident"
      renderActions={() => (
        <Link to="/$department/$section/incidents" params={{ department, section }} className={toButton}>
          All incidents
        </Link>
      )}
    >
      {(type) => (
        <IncidentScreen key={incidentId} incidentId={incidentId} type={type} department={department} />
      )}
    </InSection>
  );
}

interface InSectionProps {
  title: string;
  renderActions: (type: CardType) => ReactNode;
  children: (type: CardType) => ReactNode;
}

/** A page of a section with alerts, below the head of its department. */
function InSection({ title, renderActions, children }: InSectionProps) {
  const { department: slug = "", section = "" } = useParams({ strict: false });
  const { departments } = useViewer();
  const department = departments.find((one) => one.slug === slug);
  const query = useSections(slug);
  usePageTitle(`${department?.name ?? slug}, ${title.toLowerCase()}`);
  const sections = (query.data?.sections ?? []).map(({ type }) => type);
  const type = sections.find((one) => one.slug === section && one.options.hooks === "alerts");
  const [last, setLast] = useState<{ department: DepartmentHeadProps["department"]; type: CardType }>();
  if (department && type && (last?.department.slug !== slug || last.type !== type))
    setLast({ department, type });
  const isGone = !department || (query.data !== undefined && !type);
  const isKept = isGone && last?.department.slug === slug && last.type.slug === section;
  const shown = isKept ? last : { department, type };
  if (!shown.department || (isGone && !isKept)) return <MissingScreen />;
  return (
    <>
      {isGone && <MissingScreen />}
      {/* Not taken away: a form that is open over it keeps what was typed. */}
      <div
        data-dept={slug}
        hidden={isGone}
        className={isGone ? undefined : "page-pad flex min-h-full flex-col"}
      >
        <DepartmentHead
          department={shown.department}
          current={section}
          sections={sections}
          actions={
            shown.type && <div className="flex flex-wrap items-center gap-2">{renderActions(shown.type)}</div>
          }
        />
        {shown.type ? (
          children(shown.type)
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load the section" />
        ) : (
          <RowSkeletons label="Loading the section" mark={28} rowClassName="py-3" />
        )}
      </div>
    </>
  );
}

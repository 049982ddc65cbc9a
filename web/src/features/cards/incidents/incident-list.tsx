import type { CardType } from "@atoll/contract/cards/schemas";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { IncidentRows } from "./incident-row.tsx";
import { useIncidents } from "./incidents-api.ts";

const lists = [
  { state: "open", title: "Open", empty: "No incident is open" },
  { state: "resolved", title: "Resolved", empty: "No incident has been resolved yet" },
] as const;

/** The open and the resolved incidents of a section. */
export function IncidentList({ type, department }: { type: CardType; department: string }) {
  return (
    <div className="flex flex-col gap-4">
      {lists.map((one) => (
        <Part key={one.state} {...one} type={type} department={department} />
      ))}
    </div>
  );
}

type PartProps = (typeof lists)[number] & { type: CardType; department: string };

function Part({ state, title, empty, type, department }: PartProps) {
  const list = useIncidents(type.id, state);
  return (
    <section aria-label={`${title} incidents`} className="rounded-lg border bg-surface-raised shadow-1">
      <h2 className="flex h-11 items-center border-b px-4 font-semibold text-sm">{title}</h2>
      <PagedList
        list={list}
        failure="Failed to load the incidents"
        skeleton={<RowSkeletons label="Loading incidents" mark={28} rowClassName="px-4 py-2" />}
        empty={
          <EmptyState title={empty}>
            {state === "open"
              ? "Open one with the button above, or on the page of an alert."
              : "Resolved incidents stay here with their timelines."}
          </EmptyState>
        }
      >
        {(items) => (
          <IncidentRows
            label={`${title} incidents`}
            incidents={items}
            department={department}
            section={type.slug}
          />
        )}
      </PagedList>
    </section>
  );
}

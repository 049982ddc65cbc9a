import { nudgeHours } from "@atoll/contract/announcements/limits";
import type { OpenAnnouncement, ReadersSummary } from "@atoll/contract/announcements/schemas";
import { useMutation } from "@tanstack/react-query";
import { BellRing, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countPeople } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { useSelection } from "../../../ui/list/use-selection.ts";
import { ProgressBar } from "../../../ui/progress/progress-bar.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { nudgeReaders } from "../data/api.ts";
import { doneOf, useReadersSummary } from "../reading/readers-card.tsx";
import { Figures } from "./figures.tsx";
import { isToNudge, ReaderRows } from "./reader-rows.tsx";
import { type ReaderFilter, useExport, useReaders } from "./use-readers.ts";

type View = "all" | "open" | "confirmed" | "left";

/** The readers of an announcement, for its author and administrators. */
export function ReadersScreen({
  announcement,
  renderActions,
}: {
  announcement: OpenAnnouncement;
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
}) {
  const { id, mustRead } = announcement;
  const summary = useReadersSummary(id);
  const [view, setView] = useState<View>("all");
  const [departmentId, setDepartmentId] = useState("");
  const [name, setName] = useState("");
  const done = mustRead ? "confirmed" : "read";
  const filter: ReaderFilter = {
    ...(view === "all" ? {} : { state: view === "confirmed" ? done : view }),
    ...(departmentId && { departmentId }),
    ...(name && { name }),
  };
  const list = useReaders(id, filter);
  // Those who have since read it, or are filtered out, are no longer chosen.
  const selection = useSelection(
    (list.items ?? []).filter((one) => isToNudge(one, mustRead)).map(({ person }) => person.id),
  );
  const chosen = [...selection.chosen];
  const download = useExport(id, filter);
  const nudge = useMutation({
    mutationFn: (personIds: string[] | null) => nudgeReaders(id, personIds),
    onSuccess({ nudged }) {
      selection.clear();
      notify.success(`${countPeople(nudged)} reminded`);
    },
  });
  const failure = nudge.error ?? download.error;
  const { data } = summary;
  if (!data && summary.error) return <LoadState query={summary} />;
  return (
    <div className="flex flex-col gap-4">
      {renderActions(
        <>
          <Button icon={Download} loading={download.isPending} onClick={() => download.mutate()}>
            Export CSV
          </Button>
          <Button
            variant="primary"
            icon={BellRing}
            disabled={!data || data.nudgeable === 0}
            loading={nudge.isPending}
            onClick={() => nudge.mutate(null)}
          >
            Nudge {countPeople(data?.nudgeable ?? 0)}
          </Button>
        </>,
      )}
      {data && data.nudgeable < openOf(data, mustRead) && (
        <p className="-mt-2 text-right text-muted text-xs max-md:text-left">
          Not reminded: you, and people reminded in the last {nudgeHours} hours.
        </p>
      )}
      {failure && <InlineAlert tone="error">{errorMessage(failure)}</InlineAlert>}
      {data && <Figures data={data} announcement={announcement} />}
      <div className="grid grid-cols-[288px_minmax(0,1fr)] items-start gap-4 max-xl:grid-cols-1">
        {data && <Departments data={data} mustRead={mustRead} />}
        <section aria-label="Readers" className="min-w-0 overflow-hidden rounded-lg border bg-surface-raised">
          <div className="flex flex-wrap items-center gap-2 border-b p-3">
            <Segmented
              label="State"
              value={view}
              onValueChange={setView}
              options={[
                { value: "all", label: `All ${data?.total ?? ""}` },
                { value: "open", label: `Open ${data ? openOf(data, mustRead) : ""}` },
                {
                  value: "confirmed",
                  label: `${mustRead ? "Confirmed" : "Read"} ${data ? doneOf(data, mustRead) : ""}`,
                },
                ...(data && data.left > 0 ? [{ value: "left" as const, label: `Left ${data.left}` }] : []),
              ]}
            />
            <FilterField
              className="ml-auto w-48 max-md:ml-0 max-md:w-full"
              label="Filter by name"
              placeholder="Filter by name"
              value={name}
              maxLength={100}
              onChange={setName}
            />
            <Select
              className="w-44 max-md:w-full"
              label="Department"
              hideLabel
              value={departmentId}
              onValueChange={setDepartmentId}
              options={[
                { value: "", label: "All departments" },
                ...(data?.departments ?? []).map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          </div>
          {chosen.length > 0 && (
            <div className="flex items-center gap-3 border-b bg-primary-soft px-3 py-2 text-sm">
              <span className="font-medium">{chosen.length} selected</span>
              <Button
                size="sm"
                icon={BellRing}
                loading={nudge.isPending}
                onClick={() => nudge.mutate(chosen)}
              >
                Nudge
              </Button>
              <Button size="sm" variant="ghost" onClick={selection.clear}>
                Clear
              </Button>
            </div>
          )}
          <div>
            <PagedList
              list={list}
              moreLabel="Show more people"
              skeleton={<RowSkeletons label="Loading readers" mark={28} rowClassName="px-4 py-2" />}
              empty={<EmptyState drawing="search" title="Nobody here" />}
            >
              {(readers) => (
                <ReaderRows readers={readers} announcement={announcement} selection={selection} />
              )}
            </PagedList>
          </div>
        </section>
      </div>
    </div>
  );
}

const openOf = (data: ReadersSummary, mustRead: boolean) => data.total - doneOf(data, mustRead);

interface PartProps {
  data: ReadersSummary;
}

function Departments({ data, mustRead }: PartProps & { mustRead: boolean }) {
  return (
    <section aria-label="By department" className="rounded-lg border bg-surface-raised p-4">
      <h2 className="mb-3 font-semibold text-sm">By department</h2>
      <ul className="flex flex-col gap-4">
        {data.departments.map(({ id, name, total, confirmed, read }) => (
          <li key={id} className="flex flex-col gap-1.5 text-xs">
            <span className="flex justify-between gap-3">
              <span className="truncate">{name}</span>
              <span className="flex-none tabular-nums">
                <strong className="font-semibold">{doneOf({ confirmed, read }, mustRead)}</strong> of {total}
              </span>
            </span>
            <ProgressBar
              className="w-full"
              label={name}
              value={doneOf({ confirmed, read }, mustRead)}
              max={total}
            />
            <span className="text-muted">
              {mustRead && `${read} read, `}
              {total - confirmed - read} not opened
            </span>
          </li>
        ))}
        {data.departments.length === 0 && <li className="text-muted text-xs">Nobody is in a department.</li>}
      </ul>
    </section>
  );
}

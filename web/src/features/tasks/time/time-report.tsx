import { writeDuration } from "@atoll/contract/tasks/duration";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import { keepPreviousData } from "@tanstack/react-query";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import type { Period } from "../../../ui/field/dates/period.ts";
import { PeriodFilter } from "../../../ui/field/dates/period-filter.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";

export interface TimeReportProps {
  period: Period;
  departmentId: string | undefined;
  onChange: (change: { period?: string | undefined; department?: string | undefined }) => void;
}

const maxExportedEntries = 50_000;

/** The time that people have spent, by person and day. Everyone sees their own. */
export function TimeReport({ period, departmentId, onChange }: TimeReportProps) {
  const viewer = useViewer();
  const filter = { from: period.from, to: period.to, ...(departmentId && { departmentId }) };
  const query = useLiveQuery({
    queryKey: ["tasks", "time-report", filter],
    queryFn: ({ signal }) => call(taskTimeRoutes.readTimeReport, { query: filter }, { signal }),
    on: { "task.changed": refetchSpread, "task.gone": refetchSpread },
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const people = [...new Map((data?.rows ?? []).map(({ person }) => [person.id, person])).values()];
  const days = [...new Set((data?.rows ?? []).map(({ day }) => day))];
  const minutes = new Map((data?.rows ?? []).map((row) => [`${row.person.id} ${row.day}`, row.minutes]));
  const of = (personId: string, day: string) => minutes.get(`${personId} ${day}`) ?? 0;
  const total = (parts: readonly number[]) => parts.reduce((sum, one) => sum + one, 0);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <PeriodFilter
          key={period.value}
          period={period}
          onChange={(value) => onChange({ period: value, department: departmentId })}
        />
        <Select
          className="w-52"
          label="Department"
          hideLabel
          value={departmentId ?? ""}
          onValueChange={(department) =>
            onChange({ period: period.value, department: department === "" ? undefined : department })
          }
          options={[
            { value: "", label: "All departments" },
            ...viewer.departments.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
        <span className="ml-auto" />
        <ExportButton
          things="time entries"
          maxRows={maxExportedEntries}
          disabled={!data || data.rows.length === 0}
          fetchPart={(cursor) => call(taskTimeRoutes.exportTaskTime, { query: { ...filter, cursor } })}
        />
      </div>
      {!data ? (
        query.error ? (
          <LoadState query={query} failure="Failed to load the time" />
        ) : (
          <RowSkeletons label="Loading the time" mark={28} rowClassName="py-2" />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState
          drawing="tasks"
          title={
            canManageTasks(viewer)
              ? "Nobody has logged time in these days."
              : "You have logged no time in these days."
          }
        />
      ) : (
        <div className="overflow-x-auto rounded-lg border bg-surface-raised shadow-1">
          <table className="w-full text-sm">
            <thead className="bg-surface-sunken text-left text-2xs">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  Day
                </th>
                {people.map((person) => (
                  <th key={person.id} scope="col" className="px-3 py-2 font-semibold">
                    <span className="flex items-center gap-2 whitespace-nowrap">
                      <PersonAvatar person={person} decorative size={20} />
                      {authorName(person)}
                    </span>
                  </th>
                ))}
                {people.length > 1 && (
                  <th scope="col" className="px-3 py-2 font-semibold">
                    All
                  </th>
                )}
              </tr>
            </thead>
            <tbody className="divide-y tabular-nums">
              {days.map((day) => (
                <tr key={day} className="h-10">
                  <th scope="row" className="whitespace-nowrap px-3 text-left font-medium">
                    {formatWallDate(day)}
                  </th>
                  {people.map(({ id }) => (
                    <td key={id} className="whitespace-nowrap px-3">
                      {of(id, day) > 0 && writeDuration(of(id, day))}
                    </td>
                  ))}
                  {people.length > 1 && (
                    <td className="whitespace-nowrap px-3">
                      {writeDuration(total(people.map(({ id }) => of(id, day))))}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
            <tfoot className="border-t font-semibold tabular-nums">
              <tr className="h-10">
                <th scope="row" className="px-3 text-left">
                  Total
                </th>
                {people.map(({ id }) => (
                  <td key={id} className="whitespace-nowrap px-3">
                    {writeDuration(total(days.map((day) => of(id, day))))}
                  </td>
                ))}
                {people.length > 1 && <td className="whitespace-nowrap px-3">{writeDuration(data.total)}</td>}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </>
  );
}

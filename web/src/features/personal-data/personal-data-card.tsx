import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { describeExport, thingExportKey, useThingExports } from "../../capabilities/export/thing-exports.ts";
import { counted } from "../../lib/counted.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatDate } from "../../lib/time/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { isUnfinished, personExportKey, usePersonExports } from "./api.ts";
import { ExportRow, exportFailures } from "./export-row.tsx";
import { StartExportDialog } from "./start-export-dialog.tsx";

/** The viewer's exports of their own data, and of colleagues' if they asked for some. */
export function PersonalDataCard() {
  const viewer = useViewer();
  const query = usePersonExports();
  const [isStarting, setIsStarting] = useState(false);
  const exports = query.data;
  return (
    <>
      <SettingCard
        end={
          <Button
            disabled={exports?.some(isUnfinished) ?? true}
            icon={PackageOpen}
            onClick={() => setIsStarting(true)}
            size="sm"
          >
            Export my data
          </Button>
        }
        text="Everything that you wrote and that is about you, in one file. It is kept for a week."
        title="Your data"
      >
        {exports ? (
          exports.length > 0 ? (
            <ul aria-label="Exports">
              {exports.map((one) => (
                <ExportRow
                  key={one.id}
                  made={one}
                  name={one.person.id === viewer.id ? "your data" : one.person.name}
                  queryKey={personExportKey}
                  text={describe(one)}
                  title={one.person.id === viewer.id ? "Your data" : one.person.name}
                />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No exports">Export your data to keep a copy of it.</EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {query.error ? (
              <LoadState query={query} />
            ) : (
              <RowSkeletons label="Loading your exports" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isStarting && (
        <StartExportDialog
          onClose={() => setIsStarting(false)}
          person={{ id: viewer.id, name: viewer.name, isDisabled: false }}
        />
      )}
    </>
  );
}

function describe(made: PersonExport): string {
  switch (made.state) {
    case "waiting":
      return "Waiting to start";
    case "running":
      return `${made.tablesDone} of ${made.tablesTotal} kinds of data, ${counted(made.rowCount, "entry", "entries")}`;
    case "ready":
      return `${counted(made.rowCount, "entry", "entries")}. The file is deleted after ${formatDate(made.expiresAt ?? made.requestedAt)}.`;
    case "failed":
      return exportFailures[made.failure ?? "broken"];
    case "cancelled":
      return "Cancelled, because you may not export this data any more";
  }
}

/** The viewer's exports of things that they manage. Nothing for people who have made none. */
export function ThingExportsCard() {
  const query = useThingExports();
  if (query.error && !query.data) return <LoadState query={query} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <SettingCard
      text="Archives of channels, sections and tasks that you manage. Each is kept for a week. Start one where you manage the thing."
      title="Exports of what you manage"
    >
      <ul aria-label="Exports of what you manage">
        {query.data.map((one) => (
          <ExportRow
            key={one.id}
            made={one}
            name={one.name}
            queryKey={thingExportKey}
            text={describeExport(one)}
            title={one.name}
          />
        ))}
      </ul>
    </SettingCard>
  );
}

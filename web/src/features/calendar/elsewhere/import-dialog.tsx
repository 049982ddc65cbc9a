import { FileImportDialog } from "../../../capabilities/import/file-import-dialog.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { readWall } from "../time/wall.ts";
import { ImportCheck, UnknownZones } from "./import-check.tsx";
import { eventsWords, foundWords } from "./import-words.ts";
import { useImport } from "./use-import.ts";

interface ImportDialogProps {
  onClose: () => void;
  /** Shows a day. */
  onGo: (day: string) => void;
}

/** Imports the events of a calendar file: the file, a preview, the calendar they go into, and the result. */
export function ImportDialog({ onClose, onGo }: ImportDialogProps) {
  const calendar = useImport();
  const { work, choices, change } = calendar;
  return (
    <FileImportDialog
      work={work}
      titles={["Import a calendar file", "Calendar imported"]}
      about="From Google Calendar, Apple Calendar, Outlook and others."
      drop={{
        accept: ".ics,.ical,.ifb,text/calendar",
        label: "Calendar file",
        note: "An .ics file with up to 2,000 events. You see first what it would bring.",
        title: "Drop a calendar file here",
      }}
      foundWords={foundWords}
      amount={({ created, changed }) => ({ count: created + changed, words: eventsWords(created + changed) })}
      renderFound={(found) => (
        <>
          <Choices {...calendar} />
          <UnknownZones found={found} onChange={(zones) => change({ zones })} zones={choices.zones} />
          <div aria-busy={work.preview.isFetching} className="flex flex-col gap-4">
            <ImportCheck found={found} />
          </div>
        </>
      )}
      renderResult={(result) => <ImportCheck found={result} />}
      resultAction={({ events }) => {
        const start = events.find(({ outcome }) => outcome !== "unchanged")?.start;
        return (
          start && (
            <Button
              onClick={() => {
                onGo(readWall(start).day);
                onClose();
              }}
            >
              Show the first
            </Button>
          )
        );
      }}
      onClose={onClose}
    />
  );
}

/** Into which calendar, and as what. */
function Choices({ choices, change, work: { preview } }: ReturnType<typeof useImport>) {
  const { data: own } = useOwnCalendars();
  const hasWholeDays = preview.data?.events.some(({ allDay }) => allDay) ?? false;
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Calendar"
        onValueChange={(id) => change({ calendarId: id || null })}
        options={[
          { value: "", label: "My calendar" },
          ...(own?.calendars ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={choices.calendarId ?? ""}
      />
      {(hasWholeDays || choices.asHolidays) && (
        <Checkbox
          checked={choices.asHolidays}
          help="They take nobody's time, and nobody is reminded of them."
          label="Whole days are holidays"
          onChange={() => change({ asHolidays: !choices.asHolidays })}
        />
      )}
    </div>
  );
}

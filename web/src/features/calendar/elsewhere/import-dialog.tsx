import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DropZone } from "../../../ui/field/drop-zone.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
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

/**
 * Brings the events of a calendar file in: the file, what it would bring, into which calendar, and what came. Nothing is
 * written before the button that says so.
 */
export function ImportDialog({ onClose, onGo }: ImportDialogProps) {
  const work = useImport();
  const { file, preview, bring } = work;
  const came = bring.data;
  const found = preview.data;
  const count = found ? found.created + found.changed : 0;
  const firstDay = came?.events.find(({ outcome }) => outcome !== "unchanged")?.start;
  return (
    <Dialog
      description={
        came
          ? `From ${file?.name}: ${foundWords(came)}.`
          : found
            ? `${file?.name}: ${foundWords(found)}. Nothing has been written yet.`
            : "From Google Calendar, Apple Calendar, Outlook and others."
      }
      footer={
        came ? (
          <>
            {firstDay && (
              <Button
                onClick={() => {
                  onGo(readWall(firstDay).day);
                  onClose();
                }}
              >
                Show the first
              </Button>
            )}
            <Button onClick={onClose} variant="primary">
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} variant="ghost">
              Cancel
            </Button>
            {found && file && (
              <Button
                disabled={count === 0 || preview.isFetching || preview.error !== null}
                loading={bring.isPending}
                onClick={() => bring.mutate(file)}
                variant="primary"
              >
                {count === 0 ? "Nothing to import" : `Import ${eventsWords(count)}`}
              </Button>
            )}
          </>
        )
      }
      onOpenChange={(isOpen) => !isOpen && !bring.isPending && onClose()}
      open
      title={came ? "Calendar imported" : "Import a calendar file"}
      width={560}
    >
      <div className="flex flex-col gap-4">
        {work.problem && <InlineAlert tone="error">{work.problem}</InlineAlert>}
        {bring.isPending && (
          <p className="text-muted text-sm" role="status">
            Importing {eventsWords(count)}. All of them come, or none.
          </p>
        )}
        {came ? (
          <ImportCheck found={came} />
        ) : found && !preview.error ? (
          <fieldset className="contents" disabled={bring.isPending}>
            <Choices work={work} />
            <UnknownZones
              found={found}
              onChange={(zones) => work.change({ zones })}
              zones={work.choices.zones}
            />
            <div aria-busy={preview.isFetching} className="flex flex-col gap-4">
              <ImportCheck found={found} />
            </div>
          </fieldset>
        ) : preview.isFetching ? (
          <RowSkeletons label="Reading the file" mark={28} rowClassName="gap-3 py-2" />
        ) : (
          <DropZone
            accept=".ics,.ical,.ifb,text/calendar"
            isBusy={work.isReading}
            label="Calendar file"
            note="An .ics file with up to 2,000 events. You see first what it would bring."
            onChoose={work.choose}
            title="Drop a calendar file here"
          />
        )}
      </div>
    </Dialog>
  );
}

/** Into which calendar, and as what. */
function Choices({ work: { choices, change, preview } }: { work: ReturnType<typeof useImport> }) {
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

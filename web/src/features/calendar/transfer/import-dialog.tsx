import { maxIcsBytes } from "@atoll/contract/calendar/ics-limits";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { useRef, useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { FileImportDialog } from "../../../capabilities/import/file-import-dialog.tsx";
import { type ChosenFile, useFileImport } from "../../../capabilities/import/use-file-import.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { undoEventChange } from "../changes/changes.ts";
import { lookAtCalendar } from "../data/look-again.ts";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { readWall } from "../time/wall.ts";
import { ImportCheck, UnknownZones } from "./import-check.tsx";
import { eventsWords, foundWords } from "./import-words.ts";

/** The choices about a file before it is imported. */
interface ImportChoices {
  calendarId: string | null;
  asHolidays: boolean;
  /** The meaning of time zone names that nobody knows. */
  zones: Readonly<Record<string, string>>;
}

const first: ImportChoices = { calendarId: null, asHolidays: false, zones: {} };
/** Reading takes up to twenty seconds for each file that waits before this one. */
const timeoutMs = 120_000;

/** One import of a calendar file, with its choices. */
function useImport() {
  const signedIn = useSignedIn();
  const [choices, setChoices] = useState(first);
  const bodyOf = ({ bytes }: ChosenFile) => ({
    ...choices,
    zones: { ...choices.zones },
    file: bytes,
    zone: ownTimeZone(),
  });
  // One ID for all tries of the same import: events created by a try whose answer was lost do not count as existing.
  const tried = useRef({ what: "", changeId: "" });
  const work = useFileImport<IcsImport, IcsImport>({
    previewKey: ["calendar", choices, ownTimeZone()],
    preview: async (file, signal) =>
      (await call(icsRoutes.previewImport, { body: bodyOf(file) }, { signal, timeoutMs })).import,
    send: {
      networkMode: "always",
      mutationFn: async (file) => {
        const what = JSON.stringify([file.id, choices]);
        if (tried.current.what !== what) tried.current = { what, changeId: uuidv7() };
        const { changeId } = tried.current;
        const body = { ...bodyOf(file), changeId };
        const { import: came } = await call(icsRoutes.importCalendar, { body }, { timeoutMs });
        const count = came.created + came.changed;
        if (count > 0)
          offerUndo("event", `${eventsWords(count)} imported`, async () => {
            await undoEventChange(signedIn, changeId);
            forgetTry();
          });
        return came;
      },
      onSuccess: () => void lookAtCalendar(signedIn),
    },
    refuse: ({ size }) => (size > maxIcsBytes ? "A calendar file can have at most 700 kB." : undefined),
    onChosen: () => setChoices(first),
  });

  /** After undo, the same file can be imported again as another import. */
  function forgetTry(): void {
    tried.current = { what: "", changeId: "" };
    work.sending.reset();
  }
  return {
    work,
    choices,
    change: (next: Partial<ImportChoices>) => setChoices({ ...choices, ...next }),
  };
}

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
        note: "An .ics file with up to 2,000 events. You see a preview first.",
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
          help="They do not block anyone's time, and send no reminders."
          label="Whole days are holidays"
          onChange={() => change({ asHolidays: !choices.asHolidays })}
        />
      )}
    </div>
  );
}

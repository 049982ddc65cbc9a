import { maxIcsBytes } from "@atoll/contract/calendar/ics-limits";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { useRef, useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { type ChosenFile, useFileImport } from "../../../capabilities/import/use-file-import.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { undoEventChange } from "../data/changes.ts";
import { lookAtCalendar } from "../data/look-again.ts";
import { eventsWords } from "./import-words.ts";

/** The choices about a file before it is imported. */
export interface ImportChoices {
  calendarId: string | null;
  asHolidays: boolean;
  /** The meaning of time zone names that nobody knows. */
  zones: Readonly<Record<string, string>>;
}

const first: ImportChoices = { calendarId: null, asHolidays: false, zones: {} };
/** Reading takes up to twenty seconds for each file that waits before this one. */
const timeoutMs = 120_000;

/** One import of a calendar file, with its choices. */
export function useImport() {
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

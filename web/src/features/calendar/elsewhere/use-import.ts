import { maxIcsBytes } from "@atoll/contract/calendar/ics-limits";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { ownTimeZone } from "../../../lib/wall-time.ts";
import { undoEventChange } from "../data/changes.ts";
import { lookAtCalendar } from "../data/look-again.ts";
import { eventsWords } from "./import-words.ts";

/** A file that was chosen; each choice has a number of its own. */
interface ChosenFile {
  number: number;
  name: string;
  /** As base64. */
  bytes: string;
}

/** What is decided about a file before it is brought in. */
export interface ImportChoices {
  calendarId: string | null;
  asHolidays: boolean;
  /** What names of zones mean that nobody knows. */
  zones: Readonly<Record<string, string>>;
}

const first: ImportChoices = { calendarId: null, asHolidays: false, zones: {} };
/** Reading takes up to twenty seconds for each file that waits before this one. */
const timeoutMs = 120_000;

/** One import, from the choice of the file over its dry run to what came. */
export function useImport() {
  const signedIn = useSignedIn();
  const [file, setFile] = useState<ChosenFile>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState(first);
  const bodyOf = ({ bytes }: ChosenFile) => ({
    ...choices,
    zones: { ...choices.zones },
    file: bytes,
    zone: ownTimeZone(),
  });
  const preview = useQuery({
    queryKey: ["calendar-import", file?.number, choices, ownTimeZone()],
    enabled: file !== undefined,
    queryFn: async ({ signal }) => {
      if (!file) throw new Error("there is no file");
      return (await call(icsRoutes.previewImport, { body: bodyOf(file) }, { signal, timeoutMs })).import;
    },
    // Another file is another question: what the one before held is not shown for it.
    placeholderData: (before, query) =>
      query?.queryKey[1] === file?.number ? keepPreviousData(before) : undefined,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // One for all tries of the same, so that what came before its answer was lost does not count as here already.
  const tried = useRef({ what: "", changeId: "" });
  const bring = useMutation<IcsImport, unknown, ChosenFile>({
    networkMode: "always",
    mutationFn: async (of) => {
      const what = JSON.stringify([of.number, choices]);
      if (tried.current.what !== what) tried.current = { what, changeId: uuidv7() };
      const { changeId } = tried.current;
      const body = { ...bodyOf(of), changeId };
      const { import: came } = await call(icsRoutes.importCalendar, { body }, { timeoutMs });
      const count = came.created + came.changed;
      if (count > 0)
        offerUndo("event", `${eventsWords(count)} imported`, async () => {
          await undoEventChange(signedIn, changeId);
          takenBack();
        });
      return came;
    },
    onSuccess: () => void lookAtCalendar(signedIn),
  });

  /** It can be brought in again, as another import. */
  function takenBack(): void {
    tried.current = { what: "", changeId: "" };
    bring.reset();
  }

  async function choose(chosen: File): Promise<void> {
    setProblem(undefined);
    bring.reset();
    if (chosen.size > maxIcsBytes) return setProblem("A calendar file can have at most 700 kB.");
    if (chosen.size === 0) return setProblem("The file is empty.");
    setReading(true);
    try {
      const bytes = await readBytes(chosen);
      setChoices(first);
      setFile({ number: (file?.number ?? 0) + 1, name: chosen.name, bytes });
    } catch {
      setProblem("This file cannot be read.");
    } finally {
      setReading(false);
    }
  }
  return {
    file,
    choices,
    change: (next: Partial<ImportChoices>) => setChoices({ ...choices, ...next }),
    choose: (chosen: File) => void choose(chosen),
    isReading,
    preview,
    bring,
    problem:
      problem ??
      (preview.error
        ? errorMessage(preview.error, "Failed to read the file")
        : bring.error
          ? errorMessage(bring.error, "Failed to import the file")
          : undefined),
  };
}

/** The bytes of a file as base64: only they say how it is encoded. */
function readBytes(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("not read"));
    reader.readAsDataURL(file);
  });
}

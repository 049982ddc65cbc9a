import type { ImportField } from "@atoll/contract/administration/import-fields";
import { useState } from "react";
import { countPeople } from "../../../lib/counted.ts";
import { decodeText, type FileText } from "../../../lib/decode-text.ts";
import { ApiError, errorMessage } from "../../../lib/server/api-client.ts";
import {
  type CreatedPeople,
  checkImport,
  type ImportFile,
  type ImportOutcome,
  runImport,
  useImportRefresh,
} from "./api.ts";

/** The most characters that an import takes; the contract's limit. */
const maxCharacters = 200_000;
/** The server takes no larger request, with a little room for what surrounds the text in it. */
const maxRequestBytes = 1024 * 1024 - 16 * 1024;

const tooLargeText =
  "This file is too large: an import takes up to 200,000 characters. Split it into several files.";

/** Why this text is too much for one import, before it is sent; null when it fits. */
function sizeProblem(text: string): string | null {
  if (text.length > maxCharacters) return tooLargeText;
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
  return bytes > maxRequestBytes ? tooLargeText : null;
}

/** Reads a file as spreadsheets save it. Returns null for a file that is too large. */
async function readCsvFile(file: File): Promise<FileText | null> {
  // A character takes 4 bytes at most, and the mark three.
  if (file.size > maxCharacters * 4 + 3) return null;
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

export type ImportStep = "choose" | "map" | "check" | "done";

interface ImportState extends ImportFile {
  step: ImportStep;
  filename: string | null;
  /** The file's encoding; null for typed text. */
  encoding: string | null;
  isGuessed: boolean;
  /** The result of the last check. */
  outcome: ImportOutcome | null;
  /** The people and departments that the import has created so far. */
  created: CreatedPeople;
  error: string | null;
  isBusy: boolean;
}

const start: ImportState = {
  step: "choose",
  csv: "",
  columns: undefined,
  leaveOut: [],
  filename: null,
  encoding: null,
  isGuessed: false,
  outcome: null,
  created: { createdCount: 0, passwords: [] },
  error: null,
  isBusy: false,
};

/** The state of an import from the choice of the file to its result. The text stays after any failure. */
export function useImport() {
  const [state, setState] = useState(start);
  const refresh = useImportRefresh();
  const change = (next: Partial<ImportState>) => setState((current) => ({ ...current, ...next }));

  /** Sends the text and shows its rows, or the reason why it cannot be read. */
  async function check({ csv, columns, leaveOut }: ImportFile, error: string | null = null): Promise<void> {
    const problem = sizeProblem(csv);
    if (problem) return change({ csv, error: problem, isBusy: false });
    change({ csv, error, isBusy: true });
    try {
      const outcome = await checkImport({ csv, columns, leaveOut });
      change({ step: outcome.columnProblem ? "map" : "check", outcome, columns, leaveOut, isBusy: false });
    } catch (failure) {
      change({ error: error ?? describe(failure), isBusy: false });
    }
  }
  async function run(file: ImportFile): Promise<void> {
    let created = start.created;
    change({ error: null, isBusy: true, created });
    try {
      await runImport(file, (soFar) => {
        created = soFar;
        change({ created });
      });
      await refresh();
      if (created.createdCount === 0) return await check(file, nothingWritten);
      // Drop the text, because it contains passwords and is no longer needed.
      change({ step: "done", csv: "", isBusy: false });
    } catch (error) {
      const hasChanged = error instanceof ApiError && error.code === "import_rows_wrong";
      if (created.createdCount === 0) {
        if (hasChanged) return await check(file, nothingWritten);
        return change({ error: describe(error), isBusy: false });
      }
      await refresh();
      await check(
        file,
        `${countPeople(created.createdCount)} ${created.createdCount === 1 ? "was" : "were"} created, then the import stopped. ${describe(error)} Import again to continue with the others.`,
      );
    }
  }
  async function choose(file: File): Promise<void> {
    change({ isBusy: true, error: null });
    const read = await readCsvFile(file).catch(() => undefined);
    if (!read) {
      return change({ error: read === null ? tooLargeText : "This file cannot be read.", isBusy: false });
    }
    const { text, encoding, isGuessed } = read;
    change({ filename: file.name, encoding, isGuessed, step: "choose", outcome: null });
    await check({ csv: text, columns: undefined, leaveOut: [] });
  }
  const { csv, columns, leaveOut, outcome } = state;
  const wrong = outcome?.rows.filter(({ fate }) => fate === "wrong").map(({ row }) => row) ?? [];
  return {
    ...state,
    choose: (file: File) => void choose(file),
    write: (text: string) =>
      change({
        ...start,
        csv: text,
        columns: text.split("\n")[0] === csv.split("\n")[0] ? columns : undefined,
      }),
    check: () => void check({ csv, columns, leaveOut: [] }),
    /** Continues with the chosen columns. */
    map: (chosen: ImportField[]) => void check({ csv, columns: chosen, leaveOut: [] }),
    /** Passes over all rows that are wrong. */
    leaveOutWrong: () => void check({ csv, columns, leaveOut: [...leaveOut, ...wrong] }),
    takeBack: () => void check({ csv, columns, leaveOut: [] }),
    run: () => void run({ csv, columns, leaveOut }),
    edit: () => change({ step: "choose", error: null }),
    changeColumns: () => change({ step: "map", error: null }),
    restart: () => setState(start),
  };
}

export type ImportWork = ReturnType<typeof useImport>;

const nothingWritten =
  "Something has changed since the check, so nothing was written. Look at the rows again.";

/** Returns the text of an error. For an unreadable file, the server gives the reason. */
function describe(error: unknown): string {
  const detail = error instanceof ApiError ? error.fields.find(({ path }) => path === "csv")?.message : null;
  return detail ? `${errorMessage(error)} ${detail}` : errorMessage(error);
}

import type { ImportField } from "@atoll/contract/administration/import-fields";
import { useState } from "react";
import { ApiError, errorMessage } from "../../../lib/server/api-client.ts";
import { type ImportFile, type ImportOutcome, sendImport, useImportRefresh } from "./api.ts";
import { readCsvFile, sizeProblem, tooLargeText } from "./read-file.ts";

export type ImportStep = "choose" | "map" | "check" | "done";

interface ImportState extends ImportFile {
  step: ImportStep;
  filename: string | null;
  /** The file's encoding; null for typed text. */
  encoding: string | null;
  isGuessed: boolean;
  /** The result of the dry run, or of the import. */
  outcome: ImportOutcome | null;
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
  error: null,
  isBusy: false,
};

/** The state of an import from the choice of the file to its result. The text stays after any failure. */
export function useImport() {
  const [state, setState] = useState(start);
  const refresh = useImportRefresh();
  const change = (next: Partial<ImportState>) => setState((current) => ({ ...current, ...next }));

  /** Sends the text and shows its rows, or the reason why it cannot be read. */
  async function send({ csv, columns, leaveOut }: ImportFile, isDryRun: boolean): Promise<void> {
    const problem = sizeProblem(csv);
    if (problem) return change({ csv, error: problem, isBusy: false });
    change({ csv, error: null, isBusy: true });
    try {
      const outcome = await sendImport({ csv, columns, leaveOut }, isDryRun);
      if (outcome.createdCount > 0) {
        await refresh();
        // Drop the text, because it contains passwords and is no longer needed.
        change({ step: "done", outcome: { ...outcome, wrongCsv: "" }, csv: "", isBusy: false });
        return;
      }
      const step = outcome.columnProblem ? "map" : "check";
      change({ step, outcome, columns, leaveOut, error: isDryRun ? null : nothingWritten, isBusy: false });
    } catch (error) {
      change({ error: describe(error), isBusy: false });
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
    await send({ csv: text, columns: undefined, leaveOut: [] }, true);
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
    check: () => void send({ csv, columns, leaveOut: [] }, true),
    /** Continues with the chosen columns. */
    map: (chosen: ImportField[]) => void send({ csv, columns: chosen, leaveOut: [] }, true),
    /** Passes over all rows that are wrong. */
    leaveOutWrong: () => void send({ csv, columns, leaveOut: [...leaveOut, ...wrong] }, true),
    takeBack: () => void send({ csv, columns, leaveOut: [] }, true),
    run: () => void send({ csv, columns, leaveOut }, false),
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

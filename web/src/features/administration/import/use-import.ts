import { useState } from "react";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { type ImportOutcome, sendImport, useImportRefresh } from "./api.ts";
import { readCsvFile, sizeProblem, tooLargeText } from "./read-file.ts";

export type ImportStep = "choose" | "check" | "done";

interface ImportState {
  step: ImportStep;
  text: string;
  filename: string | null;
  isGuessed: boolean;
  /** What the dry run said, or in the end the import. */
  outcome: ImportOutcome | null;
  error: string | null;
  isBusy: boolean;
}

const start: ImportState = {
  step: "choose",
  text: "",
  filename: null,
  isGuessed: false,
  outcome: null,
  error: null,
  isBusy: false,
};

/** One import from the choice of the file to its result. Whatever fails, the text stays. */
export function useImport() {
  const [state, setState] = useState(start);
  const refresh = useImportRefresh();
  const change = (next: Partial<ImportState>) => setState((current) => ({ ...current, ...next }));

  /** Sends the text and shows its rows, or says beside it why it cannot be read. */
  async function send(text: string, isDryRun: boolean): Promise<void> {
    const problem = sizeProblem(text);
    if (problem) return change({ text, error: problem, isBusy: false });
    change({ text, error: null, isBusy: true });
    try {
      const outcome = await sendImport(text, isDryRun);
      if (outcome.createdCount > 0) {
        await refresh();
        // Passwords are in it, and nobody needs them here any more.
        change({ step: "done", outcome, text: "", isBusy: false });
      } else change({ step: "check", outcome, error: isDryRun ? null : nothingWritten, isBusy: false });
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
    change({ filename: file.name, isGuessed: read.isGuessed, step: "choose", outcome: null });
    await send(read.text, true);
  }
  return {
    ...state,
    choose: (file: File) => void choose(file),
    write: (text: string) => change({ text, filename: null, isGuessed: false, error: null }),
    check: () => void send(state.text, true),
    run: () => void send(state.text, false),
    edit: () => change({ step: "choose", error: null }),
    restart: () => setState(start),
  };
}

const nothingWritten =
  "Something has changed since the check, so nothing was written. Look at the rows again.";

/** The server says more about a file that it cannot read than that it cannot. */
function describe(error: unknown): string {
  const detail = error instanceof ApiError ? error.fields.find(({ path }) => path === "csv")?.message : null;
  return detail ? `${errorMessage(error)} ${detail}` : errorMessage(error);
}

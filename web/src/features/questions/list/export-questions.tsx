import { maxExportedQuestions } from "@atoll/contract/questions/limits";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { call } from "../../../lib/server/api-client.ts";
import type { QuestionFilter } from "../data/use-questions.ts";

/** Saves the questions of the list as CSV. */
export function ExportQuestions({ filter, disabled }: { filter: QuestionFilter; disabled: boolean }) {
  return (
    <ExportButton
      disabled={disabled}
      things="questions"
      maxRows={maxExportedQuestions}
      fetchPart={(cursor) => call(questionRoutes.exportQuestions, { query: { ...filter, cursor } })}
    />
  );
}

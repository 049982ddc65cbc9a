import { maxExportedIdeas } from "@atoll/contract/ideas/limits";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { call } from "../../../lib/server/api-client.ts";
import { queryOf, type ShownIdeas } from "../data/filter.ts";

/** Saves the ideas of the list as CSV. */
export function ExportIdeas({ shown, disabled }: { shown: ShownIdeas; disabled: boolean }) {
  return (
    <ExportButton
      things="ideas"
      maxRows={maxExportedIdeas}
      fetchPart={(cursor) => call(ideaRoutes.exportIdeas, { query: { ...queryOf(shown), cursor } })}
      disabled={disabled}
    />
  );
}

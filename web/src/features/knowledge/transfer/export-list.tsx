import { maxExportedArticles } from "@atoll/contract/knowledge/limits";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { ExportButton } from "../../../capabilities/export/export-button.tsx";
import { call } from "../../../lib/server/api-client.ts";
import type { ListOf } from "../data/queries.ts";

/** Saves the pages of the list as CSV. */
export function ExportList({ list }: { list: ListOf }) {
  return (
    <ExportButton
      things="pages"
      maxRows={maxExportedArticles}
      fetchPart={(cursor) => call(knowledgeRoutes.exportArticleList, { query: { ...list, cursor } })}
    />
  );
}

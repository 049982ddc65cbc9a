import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import type { SliceContext } from "../../slice.ts";
import { exportArticles } from "./transfer/export-articles.ts";
import { importArticles, previewImport } from "./transfer/import-articles.ts";

/** Pages as Markdown files in a zip file. */
export function registerArticleTransfer(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(knowledgeRoutes.exportArticles, ({ query }, { viewer }) =>
    exportArticles(context, viewer, query.articleId),
  );

  routes.route(knowledgeRoutes.previewArticleImport, async ({ body }, { viewer }) => ({
    import: await previewImport(db, viewer, body),
  }));

  routes.route(knowledgeRoutes.importArticles, async ({ body }, { viewer }) => ({
    import: await importArticles(context, viewer, body),
  }));
}

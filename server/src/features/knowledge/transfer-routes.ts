import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { ownAddress } from "../../platform/http/own-address.ts";
import type { SliceContext } from "../../slice.ts";
import { exportArticles } from "./transfer/export-articles.ts";
import { exportWord } from "./transfer/export-word.ts";
import { importArticles, previewImport } from "./transfer/import-articles.ts";

/** Pages as Markdown files in a zip file. */
export function registerArticleTransfer(context: SliceContext): void {
  const { routes, db, publicUrl } = context;

  routes.route(knowledgeRoutes.exportArticles, ({ query }, { viewer, request }) =>
    exportArticles(context, viewer, query.articleId, ownAddress(request, publicUrl)),
  );

  routes.route(knowledgeRoutes.exportArticleAsWord, ({ params, query }, { viewer, request }) =>
    exportWord(context, viewer, { ...params, ...query, origin: ownAddress(request, publicUrl) }),
  );

  routes.route(knowledgeRoutes.previewArticleImport, async ({ body }, { viewer }) => ({
    import: await previewImport(db, viewer, body),
  }));

  routes.route(knowledgeRoutes.importArticles, async ({ body }, { viewer }) => ({
    import: await importArticles(context, viewer, body),
  }));
}

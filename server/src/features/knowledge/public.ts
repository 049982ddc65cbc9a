export { createFaqFromAnswer, faqOfOrigins } from "./articles/faq-origin.ts";
export { findPublished, newestArticles } from "./articles/find-published.ts";
export { guestArticles } from "./guests.ts";
export type { ImportedArticle, ImportedArticleFile, ImportedTarget } from "./imported/imported-article.ts";
export {
  countBuiltOnArticles,
  deleteImportedArticles,
  selectBuiltOnArticles,
} from "./imported/undo-imported.ts";
export {
  findImportedParents,
  isTreeFull,
  parentAsDeepAsAllowed,
  type ReadyArticle,
  writeImportedArticles,
} from "./imported/write-imported.ts";
export { articleFiles } from "./kinds.ts";
export { accessArticle } from "./model/lock-article.ts";

import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute } from "../route.ts";
import { articleKindSchema } from "./schemas.ts";
import {
  importLosses,
  importMaxBytes,
  importNotes,
  importOutcomes,
  importReaders,
} from "./transfer-limits.ts";

/** As base64. Its letters are checked by reading it: a pattern over megabytes would hold everybody up. */
const zipSchema = z.string().max(Math.ceil(importMaxBytes / 3) * 4);
const bodyLimitBytes = Math.ceil(importMaxBytes / 3) * 4 + 64 * 1024;
const bulk = { max: 20, windowSeconds: 60, by: "viewer" } as const;

const importShape = {
  zip: zipSchema,
  /** The page that the imported ones go below; null: the top of the tree. */
  parentId: idSchema.nullable().default(null),
  /** Publishes articles and FAQ answers at once. SOPs become drafts, because someone else approves them. */
  publish: z.boolean().default(false),
  /** The readers of pages whose files do not state any. */
  readers: z.enum(importReaders).default("importer"),
};

/** A page of an import, and what becomes of it. */
export const importedPageSchema = z.object({
  /** In the zip file. */
  path: z.string(),
  title: z.string(),
  kind: articleKindSchema,
  /** How far below the chosen page, from 0. */
  level: z.int(),
  words: z.int(),
  outcome: z.enum(importOutcomes),
  notes: z.array(z.enum(importNotes)),
  /** Parts of the file that the page does not keep as they were, each with its first lines, from 1. */
  losses: z.array(z.object({ kind: z.enum(importLosses), count: z.int(), lines: z.array(z.int()) })),
});
export type ImportedPage = z.infer<typeof importedPageSchema>;

export const articleImportSchema = z.object({
  pages: z.array(importedPageSchema),
  /** Pages that the import creates or has created. */
  created: z.int(),
  /** Pages among them whose files do not state who may read them. */
  withoutReaders: z.int(),
  /** Images that the pages show. */
  images: z.int(),
  /** Other files, which are ignored. */
  otherFiles: z.int(),
});
export type ArticleImport = z.infer<typeof articleImportSchema>;

const errors = [
  "forbidden",
  "article_not_found",
  "import_unreadable",
  "import_too_large",
  "document_too_large",
] as const;

/** Pages as Markdown files in a zip file, in both directions. */
export const articleTransferRoutes = {
  exportArticles: defineRoute({
    method: "GET",
    path: "/api/knowledge/export",
    summary: "Export the published pages that the viewer may read, as Markdown files in a zip file.",
    access: "signed-in",
    rateLimit: bulk,
    heavy: "bulk",
    query: z.object({
      /** Only this page, with everything below it. */
      articleId: idSchema.optional(),
    }),
    status: 200,
    response: z.object({ fileName: z.string(), /** As base64. */ zip: z.string(), pages: z.int() }),
    errors: ["article_not_found", "export_too_large"],
  }),
  exportArticleAsWord: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/word",
    summary:
      "Export a published page as a Word file, alone or with the pages below that the viewer may read.",
    access: "signed-in",
    rateLimit: bulk,
    heavy: "bulk",
    params: z.object({ articleId: idSchema }),
    query: z.object({ below: z.stringbool().default(false) }),
    status: 200,
    response: z.object({ fileName: z.string(), /** As base64. */ document: z.string(), pages: z.int() }),
    errors: ["article_not_found", "word_too_large"],
  }),
  previewArticleImport: defineRoute({
    method: "POST",
    path: "/api/knowledge/imports/preview",
    summary: "List the pages that a zip file of Markdown would create, without creating them.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: bulk,
    heavy: "bulk",
    body: z.object(importShape),
    bodyLimitBytes,
    status: 200,
    response: z.object({ import: articleImportSchema }),
    errors,
  }),
  importArticles: defineRoute({
    method: "POST",
    path: "/api/knowledge/imports",
    summary:
      "Create the pages of a zip file of Markdown, all or none. Repeating the request does not import twice.",
    access: "signed-in",
    rateLimit: bulk,
    heavy: "bulk",
    body: z.object({ ...importShape, id: idSchema }),
    bodyLimitBytes,
    status: 200,
    response: z.object({ import: articleImportSchema }),
    errors: [...errors, "article_id_taken", "audience_unknown", "storage_full", "storage_quota"],
  }),
};

import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { articleNoteMaxLength } from "./limits.ts";
import {
  articleDraftSchema,
  articleVersionSchema,
  articleVersionTextSchema,
  deletedDraftSchema,
  draftChangeSchema,
  openArticleSchema,
} from "./schemas.ts";

const ofArticle = z.object({ articleId: idSchema });
const maxVersion = 100_000;
const ofVersion = ofArticle.extend({ number: z.coerce.number().int().min(1).max(maxVersion) });
const bodyLimitBytes = 1024 * 1024;
const draft = z.object({ draft: articleDraftSchema });
const drafting = [
  "article_not_found",
  "forbidden",
  "draft_not_found",
  "changed_meanwhile",
  "document_too_large",
] as const;

/** Drafts, their approval and publication, and the versions that come of them. */
export const articleTextRoutes = {
  getArticleDraft: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/draft",
    summary: "Get the draft of an article. Null for people who neither edit nor approve it.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofArticle,
    status: 200,
    response: z.object({ draft: articleDraftSchema.nullable() }),
    errors: ["article_not_found"],
  }),
  beginArticleDraft: defineRoute({
    method: "POST",
    path: "/api/knowledge/articles/:articleId/draft",
    summary:
      "Join the draft of an article, or start one from the published or an earlier version. Only people who have joined can edit it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({
      /** The version to begin from; null: the published one. */
      from: z.int().min(1).max(maxVersion).nullable().default(null),
    }),
    status: 200,
    response: draft,
    errors: ["article_not_found", "forbidden", "version_not_found", "draft_taken", "document_too_large"],
  }),
  saveArticleDraft: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/draft",
    summary:
      "Change the settings of a draft. Its text is edited as a shared document. Every edit voids its approval.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: draftChangeSchema,
    bodyLimitBytes,
    status: 200,
    response: draft,
    errors: drafting,
  }),
  discardArticleDraft: defineRoute({
    method: "DELETE",
    path: "/api/knowledge/articles/:articleId/draft",
    summary:
      "Discard a draft. An article that was never published goes with it. It can be restored for 30 days.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    status: 204,
    errors: ["article_not_found", "forbidden", "draft_not_found", "article_loop"],
  }),
  listDeletedDrafts: defineRoute({
    method: "GET",
    path: "/api/knowledge/deleted-drafts",
    summary: "List discarded drafts that the viewer may restore, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ items: z.array(deletedDraftSchema) }),
    errors: [],
  }),
  restoreDeletedDraft: defineRoute({
    method: "POST",
    path: "/api/knowledge/deleted-drafts/:articleId/restoration",
    summary: "Restore a discarded draft as a page that is not published.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    status: 200,
    response: z.object({ article: openArticleSchema }),
    errors: ["article_not_found", "article_loop"],
  }),
  shareArticleDraft: defineRoute({
    method: "POST",
    path: "/api/knowledge/articles/:articleId/draft/sharing",
    summary:
      "Share a page that was never published with the people who write for its readers. Until then only its author sees it. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    status: 200,
    response: draft,
    errors: ["article_not_found", "forbidden", "draft_not_found"],
  }),
  submitArticleDraft: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/draft/submission",
    summary: "Ask a person to approve the draft.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ version: z.int().min(1), reviewerId: idSchema }),
    status: 200,
    response: draft,
    errors: [...drafting, "own_approval", "person_not_found", "reviewer_unfit", "draft_unsafe"],
  }),
  approveArticleDraft: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/draft/approval",
    summary: "Approve one exact text. Any later edit voids the approval.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    status: 200,
    response: draft,
    errors: [...drafting, "own_approval"],
  }),
  refuseArticleDraft: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/draft/refusal",
    summary: "Ask for changes to a draft instead of approving it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({
      why: storableTextSchema
        .trim()
        .max(articleNoteMaxLength * 4)
        .default(""),
    }),
    status: 204,
    errors: ["article_not_found", "forbidden", "draft_not_found", "own_approval", "changed_meanwhile"],
  }),
  publishArticleDraft: defineRoute({
    method: "PUT",
    path: "/api/knowledge/articles/:articleId/publication",
    summary: "Publish the draft as the next version. A procedure needs an approval of this exact text.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofArticle,
    body: z.object({ version: z.int().min(1) }),
    status: 200,
    response: z.object({ article: openArticleSchema }),
    errors: [...drafting, "approval_missing", "draft_unsafe"],
  }),
  listArticleVersions: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/versions",
    summary: "List the published versions of an article, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofArticle,
    status: 200,
    response: z.object({ items: z.array(articleVersionSchema) }),
    errors: ["article_not_found"],
  }),
  getArticleVersion: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/versions/:number",
    summary: "Get a published version with its text, which never changes.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofVersion,
    status: 200,
    response: z.object({ version: articleVersionTextSchema }),
    errors: ["article_not_found", "version_not_found"],
  }),
  getArticleVersionDocument: defineRoute({
    method: "GET",
    path: "/api/knowledge/articles/:articleId/versions/:number/document",
    summary: "Get the text of a version as a shared document, to put it into an open draft.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    heavy: "pages",
    params: ofVersion,
    status: 200,
    /** A Yjs update in base64. */
    response: z.object({ state: z.string() }),
    errors: ["article_not_found", "forbidden", "version_not_found", "document_too_large"],
  }),
};

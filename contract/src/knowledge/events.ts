import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { articleKinds } from "./limits.ts";

/** Events about the knowledge base, broadcast to everyone who may read the article. */
export const knowledgeEvents = {
  /** An article is new or different: fetch again what shows it. */
  "article.changed": z.object({ articleId: idSchema, kind: z.enum(articleKinds) }),
  /** An article was deleted or archived, or is no longer for the viewer: forget it. */
  "article.gone": z.object({ articleId: idSchema, kind: z.enum(articleKinds) }),
  /** The viewer has read, confirmed, starred or voted on it, on whichever device. */
  "article.read": z.object({ articleId: idSchema }),
  /** Others have: fetch its counts again where they are shown. At most one a second, for its owner and managers. */
  "article.counted": z.object({ articleId: idSchema, kind: z.enum(articleKinds) }),
  /** A run of a procedure has changed: fetch it again where it is shown. */
  "article.run": z.object({ articleId: idSchema, runId: idSchema }),
};

import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { archiveArticle, unarchiveArticle } from "../data/api.ts";

/** Archives a page, or brings an archived one back. */
export const archiveAccordingTo = ({ id, state }: OpenArticle): Promise<OpenArticle> =>
  state === "archived" ? unarchiveArticle(id) : archiveArticle(id);

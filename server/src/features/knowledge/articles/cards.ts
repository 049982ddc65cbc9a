import { idSchema } from "@atoll/contract/identifiers";
import { maxArticleCards } from "@atoll/contract/knowledge/limits";
import type { ArticleCard } from "@atoll/contract/knowledge/schemas";
import { presentSubjects } from "../../../platform/search/search-sources.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { nothingAsked } from "../../search/public.ts";

const kinds = ["article", "task", "channel", "person", "announcement", "event"];

/**
 * Titles and links of things, for the cards of a page. Each kind's own search source says what the viewer
 * may read; what they may not is left out, and looks like something that does not exist.
 * @param of `task:<id>,channel:<id>`; what is malformed is passed over.
 */
export async function findCards(
  context: SliceContext,
  viewer: RequestViewer,
  of: string,
): Promise<ArticleCard[]> {
  const wanted = of
    .split(",")
    .flatMap((one) => {
      const [kind = "", id = ""] = one.split(":");
      const parsed = idSchema.safeParse(id);
      return kinds.includes(kind) && parsed.success ? [{ kind, id: parsed.data }] : [];
    })
    .slice(0, maxArticleCards);
  const found = await presentSubjects(context, context.db, viewer, wanted, nothingAsked);
  return wanted.flatMap(({ kind, id }) => {
    const thing = found({ kind, id });
    return thing ? [{ kind, id, title: thing.title, at: thing.at, link: thing.link }] : [];
  });
}

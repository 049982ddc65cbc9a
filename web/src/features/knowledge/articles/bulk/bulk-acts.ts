import { undoChange } from "../../../../capabilities/changes/offer-undo.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { type PageAct, sendPageAct } from "../../data/changes.ts";

/** A selected page, by the title that the viewer saw. */
export interface BulkPage {
  id: string;
  title: string;
}

interface BulkResult {
  done: BulkPage[];
  refused: (BulkPage & { reason: string })[];
}

export interface BulkOutcome extends BulkResult {
  /** Undoes what was done. */
  undo: () => Promise<BulkResult>;
}

/** Does the same to each page, one request each: the server judges the rights per page, and one refusal stops no other. */
export async function actOnPages(pages: readonly BulkPage[], act: PageAct): Promise<BulkOutcome> {
  const changeIds = new Map(pages.map(({ id }) => [id, uuidv7()]));
  const changeIdOf = (id: string) => changeIds.get(id) ?? "";
  const outcome = await forEachPage(pages, ({ id }) => sendPageAct(id, changeIdOf(id), act));
  return {
    ...outcome,
    // The last one first, so that each page finds the place that it left.
    undo: () => forEachPage(outcome.done.toReversed(), ({ id }) => undoChange(changeIdOf(id))),
  };
}

async function forEachPage(
  pages: readonly BulkPage[],
  work: (page: BulkPage) => Promise<unknown>,
): Promise<BulkResult> {
  const { done, refused }: BulkResult = { done: [], refused: [] };
  for (const page of pages) {
    try {
      await work(page);
      done.push(page);
    } catch (error) {
      refused.push({ ...page, reason: errorMessage(error) });
    }
  }
  return { done, refused };
}

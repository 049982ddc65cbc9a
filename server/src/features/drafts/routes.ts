import { draftRoutes } from "@atoll/contract/drafts/routes";
import type { SliceContext } from "../../slice.ts";
import { presentDraft } from "./present.ts";
import { selectDrafts } from "./queries.ts";
import { saveDraft } from "./save-draft.ts";

export function registerDrafts({ routes, db, realtime }: SliceContext): void {
  routes.route(draftRoutes.listDrafts, async (_input, { viewer }) => {
    const rows = await selectDrafts(db, viewer.id);
    return { drafts: rows.map(presentDraft) };
  });

  routes.route(draftRoutes.saveDraft, async ({ body }, { viewer }) => {
    await saveDraft({ db, realtime }, viewer.id, body);
    return undefined;
  });
}

import { searchWordRoutes } from "@atoll/contract/search/word-routes";
import type { WordGroups } from "@atoll/contract/search/word-schemas";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertAdministrator, changeAlone } from "../../identity/public.ts";

/** Registers the company's own words with the same meaning, for administrators. */
export function registerSearchWords({ routes, db }: SliceContext): void {
  routes.route(searchWordRoutes.getWordGroups, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    const { groups, version } = await selectWords(db);
    return { groups, version };
  });

  routes.route(searchWordRoutes.setWordGroups, async ({ body }, { viewer, request: { ip } }) => {
    assertAdministrator(viewer);
    return setWords(db, { viewer, address: ip }, body);
  });
}

/** @throws {AppError} `forbidden`, `changed_meanwhile`. */
function setWords(
  db: Database,
  { viewer, address }: { viewer: RequestViewer; address: string },
  { groups, version }: WordGroups,
): Promise<WordGroups> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const before = await selectWords(tx);
    assertNotChanged(before, version);
    await tx
      .updateTable("search_synonyms")
      .set({ groups: JSON.stringify(groups), version: version + 1 })
      .execute();
    await recordAct(tx, {
      action: "search.words-changed",
      actor: { id: current.id, name: current.name },
      address,
      subject: { type: "search-words", id: before.id, name: "Words with the same meaning" },
      before: { groups: before.groups.map((group) => group.join(", ")) },
      after: { groups: groups.map((group) => group.join(", ")) },
    });
    return { groups, version: version + 1 };
  });
}

function selectWords(db: Database) {
  return db.selectFrom("search_synonyms").selectAll().executeTakeFirstOrThrow();
}

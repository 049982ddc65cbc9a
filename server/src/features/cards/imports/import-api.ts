import { importRoutes as routes } from "@atoll/contract/cards/import-routes";
import { maxDiagramTables } from "@atoll/contract/cards/limits";
import { sectionRoutes } from "@atoll/contract/cards/section-routes";
import type { SliceContext } from "../../../slice.ts";
import { accessType } from "../public.ts";
import { importCards } from "./import-csv.ts";
import { importFile } from "./import-file.ts";

/** Cards made of files, and the diagram of tables. */
export function registerImports(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.importFile, ({ params, body }, { viewer }) =>
    importFile(context, viewer, params.typeId, body),
  );

  registrar.route(sectionRoutes.importCards, ({ params, body }, { viewer }) =>
    importCards(context, viewer, params.typeId, body),
  );

  registrar.route(routes.readDiagram, async ({ params }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    const rows = await db
      .selectFrom("card_shapes as s")
      .innerJoin("cards as c", "c.id", "s.card_id")
      .select(["c.id", "s.external_key", "s.source", "s.shape"])
      .where("s.type_id", "=", type.id)
      .where("c.deleted_at", "is", null)
      .where("c.merged_into_id", "is", null)
      .where("c.stage", "<>", type.stages.at(-1)?.id ?? "")
      .orderBy("s.source")
      .orderBy("s.external_key")
      .limit(maxDiagramTables + 1)
      .execute();
    const tables = rows
      .slice(0, maxDiagramTables)
      .flatMap(({ id, external_key: name, source: group, shape }) =>
        "columns" in shape ? [{ cardId: id, name, group, columns: shape.columns }] : [],
      );
    return { tables, isWhole: rows.length <= maxDiagramTables };
  });
}

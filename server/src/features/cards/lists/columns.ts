import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { accessType } from "../public.ts";

/** The columns that a person chose for the tables of some sections, in their order. */
export async function readColumns(
  db: Database,
  personId: string,
  types: readonly { id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  if (types.length === 0) return new Map();
  const rows = await db
    .selectFrom("card_columns")
    .select(["type_id", "columns"])
    .where("person_id", "=", personId)
    .where(
      "type_id",
      "in",
      types.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ type_id, columns }) => [type_id, columns]));
}

/**
 * Keeps the columns of a section's table for the viewer, on all of their devices. Names that the section does not know are
 * kept: an administrator may restore the field.
 * @throws {AppError} `section_not_found`
 */
export async function setColumns(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  viewer: RequestViewer,
  typeId: string,
  columns: readonly string[],
): Promise<void> {
  const chosen = [...new Set(columns)];
  const { department_id } = await changeAs(db, viewer, async (tx, held) => {
    const type = await accessType(tx, held, typeId);
    const key = { person_id: viewer.id, type_id: typeId };
    if (chosen.length > 0)
      await tx
        .insertInto("card_columns")
        .values({ ...key, columns: chosen })
        .onConflict((conflict) => conflict.columns(["person_id", "type_id"]).doUpdateSet({ columns: chosen }))
        .execute();
    else
      await tx
        .deleteFrom("card_columns")
        .where("person_id", "=", viewer.id)
        .where("type_id", "=", typeId)
        .execute();
    return type;
  });
  realtime.send(ownRoom(viewer.id), "section.changed", { departmentId: department_id });
}

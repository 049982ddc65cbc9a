import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastTasks, insertTask } from "../../tasks/public.ts";
import { accessTypeOfCard } from "../public.ts";

/**
 * Makes a task of the next step of a card, for its owner and with its date. A contact that takes back their consent is
 * written to no more: their card makes none.
 * @throws {AppError} `card_not_found`, `forbidden`, `card_not_ready`, and those of `insertTask`.
 */
export async function createCardTask(
  context: SliceContext,
  viewer: RequestViewer,
  cardId: string,
  { id, title }: { id: string; title: string },
): Promise<string> {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
  const isNew = await transact(context.db, async (tx) => {
    const type = await accessTypeOfCard(tx, viewer, cardId);
    const card = await tx
      .selectFrom("cards as c")
      .innerJoin("card_types as ct", "ct.id", "c.type_id")
      .innerJoin("departments as d", "d.id", "ct.department_id")
      .select(["c.title", "c.stage", "c.data", "c.owner_id", "d.slug"])
      .select((eb) => eb.cast<string | null>("c.due_on", "text").as("due_on"))
      .where("c.id", "=", cardId)
      .forShare("c")
      .executeTakeFirstOrThrow();
    const stopped = sectionOptionsSchema
      .parse(type.options)
      .moves.find(({ field, value }) => card.data[field] === value);
    if (stopped)
      throw new AppError("card_not_ready", {
        fields: [
          { path: `data.${stopped.field}`, message: "Consent was withdrawn, so nothing more is sent." },
        ],
      });
    return insertTask(
      tx,
      viewer,
      newTaskSchema.parse({
        id,
        title,
        departmentId: type.department_id,
        assigneeId: card.owner_id,
        ...(card.due_on && { due: { date: card.due_on } }),
        description: `From [${card.title.replace(/[\\[\]]/g, "\\$&")}](/${card.slug}/${type.slug}/${cardId}).`,
      }),
    );
  });
  if (isNew) await broadcastTasks(context, [id]);
  return id;
}

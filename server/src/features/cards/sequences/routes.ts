import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sequenceRoutes as routes } from "@atoll/contract/cards/sequence-routes";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { ChangeSources, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastTasks } from "../../tasks/public.ts";
import { cardChanges } from "../changes/card-changes.ts";
import { assertReady } from "../data/assert-ready.ts";
import { accessType } from "../public.ts";
import { lockSection, ranksBeside } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";
import { deleteSequence, listSequences, saveSequence } from "./keep-sequences.ts";
import { fieldsAtStep, makeStep } from "./make-step.ts";

/** Sequences of tasks for the cards of a section. */
export function registerSequences(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listSequences, async ({ params }, { viewer }) => ({
    sequences: await listSequences(db, viewer, params.typeId),
  }));

  registrar.route(routes.saveSequence, async ({ params, body }, { viewer }) => {
    await saveSequence(db, viewer, params, body);
    const type = await accessType(db, viewer, params.typeId);
    await broadcastSections(context, type.department_id);
    const sequences = await listSequences(db, viewer, type.id);
    const sequence = sequences.find(({ id }) => id === params.sequenceId);
    if (!sequence) throw new AppError("card_sequence_not_found");
    return { sequence };
  });

  registrar.route(routes.deleteSequence, async ({ params }, { viewer }) => {
    await deleteSequence(db, viewer, params);
    const type = await accessType(db, viewer, params.typeId);
    await broadcastSections(context, type.department_id);
    return undefined;
  });

  registrar.route(routes.startSequence, async ({ params, body }, { viewer }) => {
    await startSequence(context, viewer, params.cardId, body);
    const card = (await cardChanges.show(context, viewer, [params.cardId])).get(params.cardId);
    if (!card) throw new AppError("card_not_found");
    return { card };
  });
}

/**
 * Starts a sequence for a card: moves it to the stage of sequences, and creates the task of the first step for its owner.
 * A card that has no owner gets the viewer.
 * @throws {AppError} `card_not_found`, `card_sequence_not_found`, `card_not_ready` without consent or while another
 *   sequence runs, `forbidden`, `assignee_unavailable`, `change_id_taken`.
 */
async function startSequence(
  sources: ChangeSources,
  viewer: RequestViewer,
  cardId: string,
  { changeId, sequenceId }: { changeId: string; sequenceId: string },
): Promise<void> {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
  const made: string[] = [];
  await applyChange(
    cardChanges,
    sources,
    viewer,
    { changeId, ids: [cardId], sent: { cardId, sequenceId } },
    async ({ tx, set, record }, [row]) => {
      if (!row) throw new AppError("card_not_found");
      const { sequenceStage: stage, layout } = sectionOptionsSchema.parse(row.options);
      const sequence = await tx
        .selectFrom("card_sequences as s")
        .innerJoin("card_types as ct", "ct.id", "s.type_id")
        .innerJoin("departments as d", "d.id", "ct.department_id")
        .select(["s.name", "s.steps", "ct.department_id", "ct.slug", "d.slug as department"])
        .where("s.id", "=", sequenceId)
        .where("s.type_id", "=", row.type_id)
        .where("s.deleted_at", "is", null)
        .executeTakeFirst();
      const [first] = sequence?.steps ?? [];
      if (!sequence || !first || stage === undefined) throw new AppError("card_sequence_not_found");
      const ownerId = row.owner_id ?? viewer.id;
      const section = { id: row.type_id, options: row.options };
      await assertReady(tx, section, stage, { data: row.data, ownerId });
      if (row.stage === stage) await assertNoneRuns(tx, cardId);
      await tx.deleteFrom("card_enrolments").where("card_id", "=", cardId).execute();
      const id = uuidv7();
      await tx
        .insertInto("card_enrolments")
        .values({
          id,
          card_id: cardId,
          sequence_id: sequenceId,
          name: sequence.name,
          steps: JSON.stringify(sequence.steps),
          started_by: viewer.id,
        })
        .execute();
      const card = {
        id: cardId,
        title: row.title,
        ownerId,
        departmentId: sequence.department_id,
        section: `/${sequence.department}/${sequence.slug}`,
      };
      const { taskId, dueOn } = await makeStep(tx, viewer, card, id, { ...first, index: 0 });
      made.push(taskId);
      const [position] =
        stage === row.stage ? [] : await ranksBeside(tx, { typeId: row.type_id, stage }, undefined, 1);
      await set(row, {
        stage,
        reason: "",
        owner: ownerId,
        due: dueOn,
        data: fieldsAtStep(row.fields, row.data, layout.steps, sequence.steps, 0),
        ...(position !== undefined && { position }),
      });
      record({ subjectId: cardId, field: "sequence", before: null, after: sequence.name });
    },
    async (tx) => {
      const card = await tx.selectFrom("cards").select("type_id").where("id", "=", cardId).executeTakeFirst();
      if (card) await lockSection(tx, card.type_id);
    },
  );
  if (made.length > 0) await broadcastTasks(sources, made);
}

async function assertNoneRuns(tx: Database, cardId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM card_enrolments
    WHERE card_id = ${cardId} AND finished_at IS NULL FOR UPDATE`.execute(tx);
  if (rows.length === 0) return;
  const message = "Stop the sequence that is running first.";
  throw new AppError("card_not_ready", { fields: [{ path: "sequenceId", message }] });
}

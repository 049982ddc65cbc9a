import { sequenceRoutes as routes } from "@atoll/contract/cards/sequence-routes";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { accessType } from "../access.ts";
import { cardChanges } from "../changes/card-changes.ts";
import { broadcastSections } from "../rooms.ts";
import { deleteSequence, listSequences, saveSequence } from "./keep-sequences.ts";
import { startSequence } from "./start-sequence.ts";

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

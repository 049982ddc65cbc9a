import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import { uuidv7 } from "uuidv7";
import { placeInTime, takePage } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import { assertMayOpen } from "./access.ts";
import { approveRequest, askForSecond } from "./ask-second.ts";
import { changeCard, confirmOwner, deleteCard } from "./change-card.ts";
import { createCard } from "./create-card.ts";
import { presentCard, presentCards, presentLooks } from "./present.ts";
import { selectKeyNames, selectLooks } from "./queries.ts";
import { copyCard, revealCard } from "./reveal-card.ts";

/** Registers the routes of sensitive cards. Specification, sections 2 and 6. */
export function registerSensitiveData(context: SliceContext): void {
  const { routes: registrar, db } = context;

  registrar.route(routes.listCards, async (_input, { viewer }) => {
    assertMayOpen(viewer);
    const [keyNames, cards] = await Promise.all([selectKeyNames(db), presentCards(context, viewer)]);
    return { keys: readableSensitiveKeys(viewer), keyNames, cards };
  });

  registrar.route(routes.listLooks, async ({ query }, { viewer }) => {
    assertMayOpen(viewer);
    const { rows, nextCursor } = await takePage(
      query,
      placeInTime,
      (after, count) => selectLooks(db, viewer, query, after, count),
      (row) => [row.exact_at, row.id],
    );
    return { items: await presentLooks(context, rows), nextCursor };
  });

  registrar.route(routes.createCard, async ({ body }, { viewer, request }) => {
    await createCard(context, { viewer, address: request.ip }, body);
    return presentCard(context, viewer, body.id);
  });

  registrar.route(routes.changeCard, async ({ params, body }, { viewer, request }) => {
    await changeCard(context, { viewer, address: request.ip }, params.cardId, body);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.deleteCard, async ({ params }, { viewer, request }) => {
    await deleteCard(context, { viewer, address: request.ip }, params.cardId);
    return undefined;
  });

  registrar.route(routes.reveal, ({ params, body }, { viewer, request }) =>
    revealCard(context, { viewer, address: request.ip }, params.cardId, body),
  );

  registrar.route(routes.copy, ({ params, body }, { viewer, request }) =>
    copyCard(context, { viewer, address: request.ip }, params.cardId, { ...body, copyId: uuidv7() }),
  );

  registrar.route(routes.askForSecond, async ({ params, body }, { viewer, request }) => {
    await askForSecond(context, { viewer, address: request.ip }, params.cardId, body);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.confirmOwner, async ({ params, body }, { viewer, request }) => {
    await confirmOwner(context, { viewer, address: request.ip }, params.cardId, body.ownerId);
    return presentCard(context, viewer, params.cardId);
  });

  registrar.route(routes.approve, async ({ params }, { viewer, request }) => {
    await approveRequest(context, { viewer, address: request.ip }, params);
    return presentCard(context, viewer, params.cardId);
  });
}

import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import { AppError } from "../../platform/app-error.ts";
import { readHistoryPage } from "../../platform/changes/history.ts";
import { undoChange } from "../../platform/changes/undo-change.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { presentPerson, searchPeople } from "../people/public.ts";
import { readOperation } from "./api/try-operation.ts";
import { approveCard } from "./changes/approve-card.ts";
import { cardChanges } from "./changes/card-changes.ts";
import { changeCards } from "./changes/change-cards.ts";
import { createCard } from "./changes/create-card.ts";
import { createCardTask } from "./changes/create-task.ts";
import { readCardLinks, readLinkingCards, readMerged } from "./changes/link-cards.ts";
import { readSteps, saveStep } from "./changes/save-steps.ts";
import { importSeries, readSeries } from "./changes/series.ts";
import { readsSection } from "./data/assert-readers.ts";
import { readColumns, setColumns } from "./lists/columns.ts";
import { exportCards } from "./lists/export-cards.ts";
import { readFigures, readTotals } from "./lists/figures.ts";
import { listCards, readBoard } from "./lists/list-cards.ts";
import { listOwnSections, listReadableSections } from "./lists/list-own-sections.ts";
import { readOverview } from "./lists/overview.ts";
import { readGrid } from "./lists/read-grid.ts";
import { readOnCall } from "./monitoring/load-duty.ts";
import { presentCards, presentType } from "./present.ts";
import { accessSections, accessType, accessTypeOfCard, departmentOf } from "./public.ts";
import { readEnrolment } from "./sequences/read-enrolment.ts";

/** Sections of departments and their cards. Specification, sections 2 and 6. */
export function registerCards(context: SliceContext): void {
  const { routes: registrar, db, people } = context;
  const open = async (viewer: RequestViewer, cardId: string) => {
    const card = (await cardChanges.show(context, viewer, [cardId])).get(cardId);
    if (!card) throw new AppError("card_not_found");
    return card;
  };

  registrar.route(routes.listSections, async ({ params }, { viewer }) => {
    const types = await accessSections(db, viewer, params.slug);
    const columns = await readColumns(db, viewer.id, types);
    return {
      sections: await Promise.all(
        types.map(async (type) => ({
          type: presentType(type),
          figures: await readFigures(db, type),
          columns: columns.get(type.id) ?? [],
        })),
      ),
    };
  });

  registrar.route(routes.listOwnSections, async (_input, { viewer }) => ({
    sections: await listOwnSections(db, viewer),
  }));

  registrar.route(routes.listReadableSections, async (_input, { viewer }) => ({
    sections: await listReadableSections(db, viewer),
  }));

  registrar.route(routes.listCards, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    const { rows, nextCursor } = await listCards(db, type, query, query, query);
    return { items: await presentCards(people, rows), nextCursor };
  });

  registrar.route(routes.readBoard, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    const groups = await readBoard(db, type, query, query.limit);
    const cards = await presentCards(
      people,
      groups.flatMap(({ rows }) => rows),
    );
    return {
      groups: groups.map(({ rows, ...group }) => ({ ...group, items: cards.splice(0, rows.length) })),
    };
  });

  registrar.route(routes.readGrid, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    const { rows, nextCursor } = await readGrid(db, type, query, query);
    return { items: await presentCards(people, rows), nextCursor };
  });

  registrar.route(routes.readTotals, async ({ params, query }, { viewer }) =>
    readTotals(db, await accessType(db, viewer, params.typeId), query),
  );

  registrar.route(routes.setColumns, async ({ params, body }, { viewer }) => {
    await setColumns(context, viewer, params.typeId, body.columns);
    return undefined;
  });

  registrar.route(routes.exportCards, async ({ params, query }, { viewer }) =>
    exportCards(context, await accessType(db, viewer, params.typeId), query),
  );

  registrar.route(routes.createCard, async ({ params, body }, { viewer }) => {
    await createCard(context, viewer, params.typeId, body);
    return { card: await open(viewer, body.id) };
  });

  registrar.route(routes.getCard, async ({ params }, { viewer }) => {
    const type = await accessTypeOfCard(db, viewer, params.cardId);
    const [card, merged, ownSteps, series, enrolment, operation] = await Promise.all([
      open(viewer, params.cardId),
      readMerged(db, params.cardId),
      readSteps(db, viewer.id, params.cardId),
      readSeries(db, params.cardId),
      readEnrolment(db, params.cardId),
      readOperation(db, params.cardId),
    ]);
    const named = await people.of(namedPeople(type.fields, card.data));
    return {
      card,
      type: presentType(type),
      merged,
      people: [...named.values()],
      ownSteps,
      series,
      enrolment,
      operation,
    };
  });

  registrar.route(routes.changeCards, async ({ body }, { viewer }) => ({
    cards: await changeCards(context, viewer, body),
  }));

  registrar.route(routes.approveCard, async ({ params, body }, { viewer }) => {
    const card = await approveCard(context, viewer, params.cardId, body);
    if (!card) throw new AppError("card_not_found");
    return { card };
  });

  registrar.route(routes.undoChange, async ({ params }, { viewer }) => ({
    cards: await undoChange(cardChanges, context, viewer, params.changeId),
  }));

  registrar.route(routes.readHistory, async ({ params, query }, { viewer }) => {
    await accessTypeOfCard(db, viewer, params.cardId);
    const merged = await readMerged(db, params.cardId);
    const about = {
      kind: "card",
      subjectId: params.cardId,
      alsoOf: merged.map(({ id }) => id),
      hidden: ["position", "pinned"],
    };
    const { rows, nextCursor } = await readHistoryPage(db, about, query);
    const known = await people.of(rows.map(({ actorId }) => actorId));
    const items = rows.flatMap(({ id, actorId, at, field, before, after }) => {
      const person = known.get(actorId);
      // Its reader may not know what the links lead to: they are counted.
      const shown =
        field === "links" ? { before: countOf(before), after: countOf(after) } : { before, after };
      return person ? [{ id, person, at: at.toISOString(), field, ...shown }] : [];
    });
    return { items, nextCursor };
  });

  registrar.route(routes.listCardLinks, ({ params }, { viewer }) =>
    readCardLinks(context, viewer, params.cardId),
  );

  registrar.route(routes.listLinkingCards, async ({ params }, { viewer }) => ({
    cards: await readLinkingCards(context, viewer, params),
  }));

  registrar.route(routes.readOverview, async ({ params }, { viewer }) => {
    const overview = await readOverview(context, viewer, params.slug);
    return { ...overview, onCall: await readOnCall(context, departmentOf(viewer, params.slug)) };
  });

  registrar.route(routes.saveSteps, async ({ params, body }, { viewer }) => ({
    done: await saveStep(context, viewer, params.cardId, body),
  }));

  registrar.route(routes.findReaders, async ({ params, query }, { viewer }) => {
    const type = await accessType(db, viewer, params.typeId);
    const rows = await searchPeople(db, query.name, query.limit, readsSection(type.id));
    return { people: rows.map(presentPerson) };
  });

  registrar.route(routes.importSeries, ({ params, body }, { viewer }) =>
    importSeries(context, viewer, params.typeId, body),
  );

  registrar.route(routes.createTask, async ({ params, body }, { viewer }) => ({
    taskId: await createCardTask(context, viewer, params.cardId, body),
  }));
}

const countOf = (links: unknown) => (Array.isArray(links) ? links.length : 0);

/** The people that the fields of a card name. */
function namedPeople(fields: readonly CardField[], data: CardData): string[] {
  return fields.flatMap(({ name, kind }) => {
    const value = data[name];
    if (Array.isArray(value)) return value.flatMap(({ personId }) => personId ?? []);
    return kind === "person" && typeof value === "string" ? [value] : [];
  });
}

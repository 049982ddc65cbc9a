import type { CardContent, FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId, maxCards } from "@atoll/contract/dashboard/limits";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { errors } from "@atoll/contract/errors/errors";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { transact } from "../../platform/database/transact.ts";
import type { CardQuestion } from "../../platform/kinds/dashboard-parts.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { assertSetsDefaults, deleteDefault, listDefaults, setDefault } from "./defaults.ts";
import { readLayout } from "./read-layout.ts";

/** One dashboard must not use every connection to the database. */
const atOnce = 4;

/**
 * Returns the contents of a dashboard's cards. A card that fails says so without affecting the others; the same query
 * of two cards runs once.
 */
async function fillCards(
  context: SliceContext,
  viewer: RequestViewer,
  cards: readonly DashboardCard[],
): Promise<FilledCard[]> {
  const questions = new Map(cards.map((card) => [keyOf(card), card]));
  const waiting = [...questions];
  const answers = new Map<string, Omit<FilledCard, "cardId">>();
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.set(next[0], await fill(context, viewer, next[1]));
  });
  await Promise.all(workers);
  return cards.map((card) => ({
    cardId: card.id,
    ...(answers.get(keyOf(card)) ?? { content: null, error: null }),
  }));
}

async function fill(
  context: SliceContext,
  viewer: RequestViewer,
  card: DashboardCard,
): Promise<Omit<FilledCard, "cardId">> {
  try {
    return { content: await read(context, viewer, card), error: null };
  } catch (error) {
    context.log.error({ err: error, card: card.type }, "a card of a dashboard could not be filled");
    return { content: null, error: errors[error instanceof AppError ? error.code : "internal_error"].text };
  }
}

async function read(
  context: SliceContext,
  viewer: RequestViewer,
  { id, type, options }: DashboardCard,
): Promise<CardContent | null> {
  const source = context.dashboardParts.cards.find((one) => one.type === type);
  const question: CardQuestion = { isPanel: isPanelId(id), options };
  return source ? source.read(context, viewer, question) : null;
}

function keyOf({ id, type, options }: DashboardCard): string {
  return JSON.stringify([type, isPanelId(id), options]);
}

/** Registers the routes of dashboards and their defaults. Specification, sections 2, 3 and 9 (dashboard). */
export function registerDashboard(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(dashboardRoutes.getDashboard, async (_input, { viewer }) => {
    const layout = await readLayout(db, viewer);
    return { layout, contents: await fillCards(context, viewer, layout.cards) };
  });

  routes.route(dashboardRoutes.arrangeDashboard, async ({ body }, { viewer }) => ({
    layout: await arrangeDashboard(context, viewer, body),
  }));

  routes.route(dashboardRoutes.resetDashboard, async (_input, { viewer }) => ({
    layout: await resetDashboard(context, viewer),
  }));

  routes.route(dashboardRoutes.listDashboardDefaults, async (_input, { viewer }) => {
    assertSetsDefaults(viewer);
    return { defaults: await listDefaults(context) };
  });

  routes.route(dashboardRoutes.setDashboardDefault, async ({ body }, { viewer }) => {
    assertSetsDefaults(viewer);
    return { default: await setDefault(context, viewer, body) };
  });

  routes.route(dashboardRoutes.deleteDashboardDefault, async ({ params, query }, { viewer }) => {
    assertSetsDefaults(viewer);
    await deleteDefault(context, viewer, params.owner === "everybody" ? null : params.owner, query.seenAt);
    return undefined;
  });
}

type Ground = Pick<SliceContext, "db" | "realtime">;

/**
 * Stores a person's arrangement of their dashboard, and broadcasts it to all of their devices.
 * @throws {AppError} `changed_meanwhile` if another device has since stored one, `too_many_cards`.
 */
async function arrangeDashboard(
  { db, realtime }: Ground,
  viewer: RequestViewer,
  { cards, phoneOrder, version }: { cards: DashboardCard[]; phoneOrder: string[]; version: number },
): Promise<DashboardLayout> {
  const layout = await transact(db, async (tx) => {
    // An advisory lock also works before there is a row: of two first arrangements, one is second.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dashboard ${viewer.id}`}, 0))`.execute(tx);
    const before = await readLayout(tx, viewer);
    assertNotChanged(before, version);
    const added = cards.filter(({ id }) => !isPanelId(id) && !before.pinnedIds.includes(id));
    if (added.length > maxCards) throw new AppError("too_many_cards");
    const row = {
      cards: JSON.stringify(cards),
      phone_order: JSON.stringify(phoneOrder),
      version: version + 1,
    };
    await tx
      .insertInto("dashboard_layouts")
      .values({ person_id: viewer.id, ...row })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
      )
      .execute();
    return readLayout(tx, viewer);
  });
  realtime.send(ownRoom(viewer.id), "dashboard.arranged", { layout });
  return layout;
}

/** Deletes a person's arrangement: all of their devices show the default again. */
async function resetDashboard({ db, realtime }: Ground, viewer: RequestViewer): Promise<DashboardLayout> {
  await db.deleteFrom("dashboard_layouts").where("person_id", "=", viewer.id).execute();
  const layout = await readLayout(db, viewer);
  realtime.send(ownRoom(viewer.id), "dashboard.arranged", { layout });
  return layout;
}

import { canUseChat } from "@atoll/contract/chat/policy";
import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { type GridSize, maxGridRow, type PanelId } from "@atoll/contract/dashboard/limits";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { type Arrangement, type Default, readArrangement, readIds } from "./stored.ts";

/** The same for everybody, so that all of a person's devices have one card before anything was arranged. */
const chatCardId = "4f6c8a52-5f0e-4c6c-9d0a-6f2c9d3b7e10";

const panels: readonly ({ id: PanelId; x: number; y: number } & GridSize)[] = [
  { id: "announcements", x: 0, y: 0, w: 5, h: 4 },
  { id: "tasks", x: 5, y: 0, w: 4, h: 4 },
  { id: "events", x: 9, y: 0, w: 3, h: 4 },
  { id: "activity", x: 0, y: 4, w: 5, h: 5 },
];

/** The panels in their default places. Specification, section 2 (Dashboard). */
const standardPanels: readonly DashboardCard[] = panels.map(({ id, ...place }) => ({
  id,
  type: id,
  title: "",
  options: {},
  ...place,
}));

/** Returns a dashboard that nobody has arranged. */
function standardFor(viewer: PermissionHolder): Arrangement {
  const chat: DashboardCard = {
    id: chatCardId,
    type: "chat",
    title: "",
    options: {},
    x: 5,
    y: 4,
    w: 7,
    h: 5,
  };
  return { cards: [...standardPanels, ...(canUseChat(viewer) ? [chat] : [])], phoneOrder: [] };
}

/** Returns the dashboard to show to a person. */
export async function readLayout(db: Database, viewer: Holder & { id: string }): Promise<DashboardLayout> {
  const [row, defaults] = await Promise.all([
    db
      .selectFrom("dashboard_layouts")
      .select(["cards", "phone_order", "version"])
      .where("person_id", "=", viewer.id)
      .executeTakeFirst(),
    readDefaultsFor(db, viewer),
  ]);
  const own = row && { ...readArrangement(row), version: row.version };
  return composeLayout(viewer, own, defaults);
}

async function readDefaultsFor(db: Database, viewer: Holder): Promise<Default[]> {
  const rows = await db
    .selectFrom("dashboard_defaults")
    .select(["role_id", "cards", "phone_order", "pinned_ids"])
    .where(sql<boolean>`(role_id IS NULL OR role_id = ANY(${viewer.roles.map(({ id }) => id)}::uuid[]))`)
    .execute();
  return rows.map((row) => ({
    roleId: row.role_id,
    ...readArrangement(row),
    pinnedIds: readIds(row.pinned_ids),
  }));
}

/** The person a dashboard is for. */
type Holder = Omit<PermissionHolder, "roles"> & { roles: readonly { id: string; name: string }[] };

/**
 * Returns the dashboard to show: the person's own arrangement, else the default of their first role by name that has
 * one, else everybody's default, else Atoll's. It includes all panels, and every card that one of their defaults pins:
 * where the person put it, but with the content that the administrator set. Pure.
 * @param own undefined if the person arranged nothing.
 * @param defaults those of the person's roles, and everybody's.
 */
function composeLayout(
  viewer: Holder,
  own: (Arrangement & { version: number }) | undefined,
  defaults: readonly Default[],
): DashboardLayout {
  const mine = inOrder(viewer, defaults);
  const { cards, phoneOrder } = own ?? mine[0] ?? standardFor(viewer);
  const pinned = new Map(mine.flatMap(pinnedOf).map((card) => [card.id, card]));
  const shown = cards.map((card) => keepPlace(card, pinned.get(card.id)));
  const ids = new Set(shown.map(({ id }) => id));
  const missing = [...pinned.values(), ...standardPanels].filter(({ id }) => !ids.has(id) && ids.add(id));
  return {
    cards: atTheEnd(shown, missing),
    phoneOrder: [...phoneOrder],
    pinnedIds: [...pinned.keys()],
    isOwn: own !== undefined,
    version: own?.version ?? 0,
  };
}

/** Puts the default that the person's dashboard starts with first. */
function inOrder(viewer: Holder, defaults: readonly Default[]): Default[] {
  const byName = viewer.roles.toSorted((a, b) => a.name.localeCompare(b.name));
  return [...byName.map(({ id }) => id), null].flatMap(
    (roleId) => defaults.find((one) => one.roleId === roleId) ?? [],
  );
}

function pinnedOf({ cards, pinnedIds }: Default): DashboardCard[] {
  return cards.filter(({ id }) => pinnedIds.includes(id));
}

function keepPlace(card: DashboardCard, pinned: DashboardCard | undefined): DashboardCard {
  if (!pinned) return card;
  const { x, y, w, h } = card;
  return { ...pinned, x, y, w, h };
}

/** Adds cards one below the other at the end, so that no other card moves. */
function atTheEnd(cards: readonly DashboardCard[], more: readonly DashboardCard[]): DashboardCard[] {
  const all = [...cards];
  for (const card of more) {
    const end = Math.max(0, ...all.map(({ y, h }) => y + h));
    all.push({ ...card, x: 0, y: Math.min(end, maxGridRow) });
  }
  return all;
}

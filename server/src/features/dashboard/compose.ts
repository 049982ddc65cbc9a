import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { maxGridRow } from "@atoll/contract/dashboard/limits";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { standardFor, standardPanels } from "./standard.ts";
import type { Arrangement, Default } from "./stored.ts";

/** The person a dashboard is for. */
export type Holder = Omit<PermissionHolder, "roles"> & { roles: readonly { id: string; name: string }[] };

/**
 * Returns the dashboard to show: the person's own arrangement, else the default of their first role by name that has
 * one, else everybody's default, else Atoll's. It includes all panels, and every card that one of their defaults pins:
 * where the person put it, but with the content that the administrator set. Pure.
 * @param own undefined if the person arranged nothing.
 * @param defaults those of the person's roles, and everybody's.
 */
export function composeLayout(
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

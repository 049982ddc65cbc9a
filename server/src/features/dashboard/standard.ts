import { canUseChat } from "@atoll/contract/chat/policy";
import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import type { GridSize, PanelId } from "@atoll/contract/dashboard/limits";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { Arrangement } from "./stored.ts";

/** The same for everybody, so that all of a person's devices have one card before anything was arranged. */
const chatCardId = "4f6c8a52-5f0e-4c6c-9d0a-6f2c9d3b7e10";

const panels: readonly ({ id: PanelId; x: number; y: number } & GridSize)[] = [
  { id: "announcements", x: 0, y: 0, w: 5, h: 4 },
  { id: "tasks", x: 5, y: 0, w: 4, h: 4 },
  { id: "events", x: 9, y: 0, w: 3, h: 4 },
  { id: "activity", x: 0, y: 4, w: 5, h: 5 },
];

/** The panels in their default places. Specification, section 2 (Dashboard). */
export const standardPanels: readonly DashboardCard[] = panels.map(({ id, ...place }) => ({
  id,
  type: id,
  title: "",
  options: {},
  ...place,
}));

/** Returns a dashboard that nobody has arranged. */
export function standardFor(viewer: PermissionHolder): Arrangement {
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

import type { Slice } from "../../slice.ts";
import { registerBoards } from "./board-routes.ts";
import { boardCanvases } from "./canvas-kind.ts";
import { boardCard, recentBoards } from "./dashboard-card.ts";
import { boardFiles, boardSource, noteComments, ownedBoards, placedBoards } from "./kinds.ts";
import { boardNotificationDefinitions } from "./notification-kinds.ts";
import { boardVersionsJob } from "./results/versions.ts";
import { boardRooms } from "./rooms.ts";
import { noteLeadersHere } from "./workshop/leaders-seen.ts";
import { registerWorkshops } from "./workshop/workshop-routes.ts";

/** Boards for workshops: notes, votes, and the tasks and ideas that come out of them. */
export const brainstorm: Slice = {
  name: "brainstorm",
  routes: [registerBoards, registerWorkshops],
  rooms: () => async (viewer) => boardRooms(viewer),
  live: [noteLeadersHere],
  jobs: [boardVersionsJob],
  owned: [ownedBoards],
  placed: [placedBoards],
  fileKinds: [boardFiles],
  commentKinds: [noteComments],
  documentKinds: [boardCanvases],
  notificationKinds: boardNotificationDefinitions,
  dashboardCards: [boardCard],
  recentActivity: recentBoards,
  searchSources: [boardSource],
};

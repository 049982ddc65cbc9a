import type { Slice } from "../../slice.ts";
import { registerBoards } from "./board-routes.ts";
import { boardFiles } from "./kinds/board-files.ts";
import { boardSource } from "./kinds/board-source.ts";
import { boardCanvases } from "./kinds/canvas-kind.ts";
import { noteComments } from "./kinds/comment-kind.ts";
import { boardCard, recentBoards } from "./kinds/dashboard-card.ts";
import { boardNotificationDefinitions } from "./kinds/notification-kinds.ts";
import { ownedBoards, placedBoards } from "./kinds/owned-boards.ts";
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

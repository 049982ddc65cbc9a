import { undoable } from "../../platform/changes/undo-change.ts";
import type { Slice } from "../../slice.ts";
import { ideaChanges } from "./changes/idea-changes.ts";
import {
  ideaComments,
  ideaFiles,
  ideaSource,
  ideaViews,
  ideaVotes,
  ownedIdeas,
  placedIdeas,
} from "./kinds.ts";
import { ideaCard, recentIdeas } from "./lists/dashboard-card.ts";
import { ideaNotificationDefinitions } from "./notification-kinds.ts";
import { ideaRooms } from "./readable.ts";
import { registerIdeas } from "./routes.ts";

/** Ideas: what people suggest, and what becomes of it. */
export const ideas: Slice = {
  name: "ideas",
  routes: [registerIdeas],
  changeKinds: [undoable(ideaChanges)],
  rooms: () => async (viewer) => ideaRooms(viewer),
  owned: [ownedIdeas],
  placed: [placedIdeas],
  fileKinds: [ideaFiles],
  commentKinds: [ideaComments],
  voteKinds: [ideaVotes],
  notificationKinds: ideaNotificationDefinitions,
  dashboardCards: [ideaCard],
  recentActivity: recentIdeas,
  searchSources: [ideaSource],
  viewPlaces: [ideaViews],
};

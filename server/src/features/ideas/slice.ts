import type { Slice } from "../../slice.ts";
import { forgetIdeaChangesJob } from "./changes/undo-idea-change.ts";
import { ideaComments } from "./kinds/comment-kind.ts";
import { ideaFiles } from "./kinds/idea-files.ts";
import { ideaSource } from "./kinds/idea-source.ts";
import { ideaNotificationDefinitions } from "./kinds/notification-kinds.ts";
import { ownedIdeas, placedIdeas } from "./kinds/owned-ideas.ts";
import { ideaViews } from "./kinds/view-place.ts";
import { ideaVotes } from "./kinds/vote-kind.ts";
import { ideaCard, recentIdeas } from "./lists/dashboard-card.ts";
import { ideaRooms } from "./rooms.ts";
import { registerIdeas } from "./routes.ts";

/** Ideas: what people suggest, and what becomes of it. */
export const ideas: Slice = {
  name: "ideas",
  routes: [registerIdeas],
  jobs: [forgetIdeaChangesJob],
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

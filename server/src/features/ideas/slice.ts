import type { Slice } from "../../slice.ts";
import { ideaComments } from "./comment-kind.ts";
import { ideaCard, recentIdeas } from "./dashboard-card.ts";
import { ideaFiles } from "./idea-files.ts";
import { ideaSource } from "./idea-source.ts";
import { ideaToldKinds } from "./notification-kinds.ts";
import { ownedIdeas, placedIdeas } from "./owned-ideas.ts";
import { ideaRooms } from "./rooms.ts";
import { registerIdeas } from "./routes.ts";
import { ideaVotes } from "./vote-kind.ts";

/** Ideas: what people suggest, and what becomes of it. */
export const ideas: Slice = {
  name: "ideas",
  routes: [registerIdeas],
  rooms: () => async (viewer) => ideaRooms(viewer),
  owned: [ownedIdeas],
  placed: [placedIdeas],
  fileKinds: [ideaFiles],
  commentKinds: [ideaComments],
  voteKinds: [ideaVotes],
  notificationKinds: ideaToldKinds,
  dashboardCards: [ideaCard],
  recentActivity: recentIdeas,
  searchSources: [ideaSource],
};

import { sql } from "kysely";
import { undoable } from "../../platform/changes/undo-change.ts";
import { erasedText } from "../../platform/kinds/erasure.ts";
import { ofThings } from "../../platform/kinds/personal-data.ts";
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
  personalData: {
    ideas: {
      title: "Ideas",
      erase: {
        clears: { title: erasedText, content: "" },
        when: "written",
        // An idea of a message begins with its words.
        where: (personId) => sql<boolean>`((t.author_id = ${personId} OR t.id IN (SELECT a.subject_id
          FROM anonymous_authors a WHERE a.subject_kind = 'idea' AND a.author_id = ${personId}))
          AND (t.source_message_id IS NULL
            OR EXISTS (SELECT FROM messages m WHERE m.id = t.source_message_id AND m.author_id = ${personId})))`,
      },
      of: "author_id",
      columns: ["created_at", "id", "title", "content", "status", "tags", "department_id", "hidden_at"],
    },
    idea_scores: {
      title: "Scores of ideas",
      erase: "stays",
      of: "user_id",
      columns: ["scored_at", "idea_id", "impact", "effort_weeks"],
    },
    idea_entries: {
      title: "Acts on ideas",
      erase: "stays",
      of: "actor_id",
      columns: ["at", "idea_id", "kind"],
    },
    idea_tasks: ofThings,
  },
};

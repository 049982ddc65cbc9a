import { sql } from "kysely";
import { ofServers, ofThings, onlyForOwner } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerBoards } from "./board-routes.ts";
import { boardCanvases } from "./canvas-kind.ts";
import { boardCard, recentBoards } from "./dashboard-card.ts";
import { noteNameEraser } from "./erase-notes.ts";
import { boardFiles, boardSource, noteComments, ownedBoards, placedBoards } from "./kinds.ts";
import { boardNotificationDefinitions } from "./notification-kinds.ts";
import { isReadableBy } from "./readable.ts";
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
  erasers: [noteNameEraser],
  personalData: {
    boards: {
      title: "Boards that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "id", "template", "archived_at"],
      more: (_personId, isForOwner) => ({ title: onlyForOwner(isForOwner, sql`t.title`) }),
    },
    board_elements: {
      title: "Notes on boards",
      erase: "stays",
      of: "author_id",
      columns: ["id", "board_id", "kind", "gone_at"],
      // Everyone who writes on a board can change the text of each note.
      more: (personId, isForOwner) => ({
        text: onlyForOwner(
          isForOwner,
          sql`(SELECT t.text FROM boards b WHERE b.id = t.board_id AND ${isReadableBy(sql`${personId}::uuid`)})`,
        ),
      }),
    },
    board_private_notes: {
      title: "Private notes on boards",
      erase: "always",
      of: "author_id",
      columns: ["created_at", "id", "board_id", "text", "revealed_at"],
    },
    board_votes: {
      title: "Votes on boards",
      erase: "stays",
      of: "person_id",
      isOwn: true,
      columns: ["cast_at", "board_id", "round", "note_id"],
    },
    board_reactions: {
      title: "Reactions on boards",
      erase: "stays",
      of: "person_id",
      columns: ["created_at", "board_id", "note_id", "emoji"],
    },
    board_stars: { title: "Starred boards", erase: "always", of: "user_id", columns: ["board_id"] },
    board_grants: {
      title: "Boards shared with them",
      erase: "always",
      where: (personId) => sql<boolean>`t.kind = 'person' AND t.grantee_id = ${personId}`,
      columns: ["granted_at", "board_id", "role"],
    },
    board_leaders_seen: ofServers,
    board_links: ofThings,
    board_versions: ofThings,
  },
};

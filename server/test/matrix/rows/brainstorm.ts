import { brainstormEvents } from "@atoll/contract/brainstorm/events";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice, type EventInput } from "../slice.ts";
import {
  createBoard,
  furnishBoards,
  grantsTo,
  type Input,
  members,
  of,
  ownersStates,
  type Place,
  states,
  type Things,
  writersStates,
} from "./board-things.ts";
import { must } from "./chat-things.ts";

const anybody = <Request>(request: () => Request) => ({ anybody: { request, expect: signedIn("ok") } });
const malformed = {
  malformed: { request: () => of({ boardId: "first" }), expect: signedIn("invalid_request") },
};
const view = { x: 0, y: 0, zoom: 1 };
const noteOf = ({ boardId }: Place) => ({
  params: { boardId, noteId: uuidv7() },
  body: { text: "Words", at: [0, 0] as [number, number] },
});
const reactionOn = ({ boardId, noteId }: Place) => ({ params: { boardId, noteId, emoji: "👍" } });
/** A note of its own for each success: it can become so many things only. */
const freshNote = ({ world, spare }: Input) =>
  spare("note", () => createBoard(world, world.actors.author.id, { grants: grantsTo(world, "everyone") }));
const vote = ({ voting: { boardId, noteId } }: Things) => ({
  params: { boardId },
  body: { id: uuidv7(), noteId },
});
/** Everyone in the department hears of a board, also somebody without permissions. */
const team = [...members, "demoted" as const];

const author = ({ world }: EventInput<Things>) => world.actors.author;

export const brainstormSlice = defineSlice<typeof routes, keyof typeof brainstormEvents, Things>({
  name: "brainstorm",
  routes,
  eventNames: brainstormEvents,
  furnish: furnishBoards,
  rows: {
    listBoards: {
      ...anybody(() => ({ query: {} })),
      "by name": { request: () => ({ query: { order: "title" as const } }), expect: signedIn("ok") },
      "in a scope that there is not": {
        request: () => ({ query: { scope: "others" as never } }),
        expect: signedIn("invalid_request"),
      },
    },
    createBoard: {
      "a new one": {
        request: () => ({ body: { id: uuidv7(), title: "Words", template: "swot" as const } }),
        expect: signedIn("ok"),
      },
      "for a department that there is not": {
        request: () => ({ body: { id: uuidv7(), title: "Words", departmentId: uuidv7() } }),
        expect: signedIn("department_not_found"),
      },
      "for a person that there is not": {
        request: () => ({
          body: {
            id: uuidv7(),
            title: "Words",
            grants: [{ to: { kind: "person" as const, id: uuidv7() }, role: "writer" as const }],
          },
        }),
        expect: signedIn("person_not_found"),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { id: things.foreign.boardId, title: "Words" } }),
        expect: signedIn("board_id_taken"),
      },
      malformed: { request: () => ({ body: { id: "x", title: "" } }), expect: signedIn("invalid_request") },
    },
    getBoard: { ...states(of), ...malformed },
    changeBoard: {
      ...ownersStates((place) => ({ ...of(place), body: { title: "Other words" } })),
      "with another name by now": {
        request: ({ things }) => ({ ...of(things.open), body: { title: "Words", seenTitle: "Old words" } }),
        expect: signedIn("forbidden", { author: "changed_meanwhile" }),
      },
    },
    archiveBoard: ownersStates((place) => ({ ...of(place), body: { isArchived: true } })),
    shareBoard: {
      ...ownersStates((place, { things }) => ({
        ...of(place),
        body: { to: { kind: "person" as const, id: things.colleagueId }, role: "reader" as const },
      })),
      "with a department that there is not": {
        request: ({ things }) => ({
          ...of(things.open),
          body: { to: { kind: "department" as const, id: uuidv7() }, role: "reader" as const },
        }),
        expect: signedIn("forbidden", { author: "department_not_found" }),
      },
    },
    leaveBoard: {
      ...states(of),
      "for everyone": {
        ...states(of)["for everyone"],
        expect: signedIn("ok", { author: "board_needs_owner" }),
      },
      "for the department": {
        ...states(of)["for the department"],
        expect: signedIn("board_not_found", { ...each(members, "ok"), author: "board_needs_owner" }),
      },
    },
    handOverBoard: ownersStates((place, { things }) => ({
      ...of(place),
      body: { ownerId: things.colleagueId },
    })),
    copyBoard: {
      ...states((place) => ({ ...of(place), body: { id: uuidv7(), title: "A copy" } })),
      "a version that there is not": {
        request: ({ things }) => ({
          ...of(things.open),
          body: { id: uuidv7(), title: "A copy", versionId: things.team.versionId },
        }),
        expect: signedIn("board_version_not_found"),
      },
    },
    starBoard: states((place) => ({ ...of(place), body: { isStarred: true } })),
    listBoardVersions: states((place) => ({ ...of(place), query: {} })),
    getBoardVersion: {
      "of a board for the department": {
        request: ({ things: { team } }) => ({ params: { boardId: team.boardId, versionId: team.versionId } }),
        expect: signedIn("board_not_found", each(members, "ok")),
      },
      "of another board": {
        request: ({ things: { open, team } }) => ({
          params: { boardId: open.boardId, versionId: team.versionId },
        }),
        expect: signedIn("board_version_not_found"),
      },
    },
    listBoardNotes: states(of),
    addNoteReaction: {
      ...writersStates(reactionOn),
      "to a note of another board": {
        request: ({ things: { open, team } }) => reactionOn({ boardId: open.boardId, noteId: team.noteId }),
        expect: signedIn("board_note_not_found"),
      },
      "with words": {
        request: ({ things: { open } }) => {
          const { params } = reactionOn(open);
          return { params: { ...params, emoji: "words" } };
        },
        expect: signedIn("invalid_request"),
      },
    },
    removeNoteReaction: writersStates(reactionOn),
    createNoteTask: {
      "on a board for everyone": {
        request: async (input) => ({ params: await freshNote(input), body: { id: uuidv7(), title: "Work" } }),
        expect: signedIn("ok", { voiceless: "forbidden" }),
      },
      "on a board for another department": {
        request: ({ things }) => ({ params: things.foreign, body: { id: uuidv7(), title: "Work" } }),
        expect: signedIn("board_not_found", { voiceless: "forbidden" }),
      },
      "on a board for reading": {
        request: ({ things }) => ({ params: things.shown, body: { id: uuidv7(), title: "Work" } }),
        expect: signedIn("forbidden"),
      },
      "of a note of another board": {
        request: ({ things: { open, team } }) => ({
          params: { boardId: open.boardId, noteId: team.noteId },
          body: { id: uuidv7(), title: "Work" },
        }),
        expect: signedIn("board_note_not_found", { voiceless: "forbidden" }),
      },
    },
    createNoteIdea: {
      "on a board for everyone": {
        request: async (input) => ({
          params: await freshNote(input),
          body: { id: uuidv7(), title: "Words" },
        }),
        expect: signedIn("ok"),
      },
      "on a board for another department": {
        request: ({ things }) => ({ params: things.foreign, body: { id: uuidv7(), title: "Words" } }),
        expect: signedIn("board_not_found"),
      },
      "on a board for reading": {
        request: ({ things }) => ({ params: things.shown, body: { id: uuidv7(), title: "Words" } }),
        expect: signedIn("forbidden"),
      },
    },
    proposeClusters: states(of),
    summariseBoard: states(of),
    exportBoard: {
      ...states((place) => ({ ...of(place), query: { format: "csv" as const } })),
      "as Markdown": {
        request: ({ things }) => ({ ...of(things.team), query: { format: "markdown" as const } }),
        expect: signedIn("board_not_found", each(members, "ok")),
      },
    },
    setBoardPhase: {
      ...ownersStates((place) => ({ ...of(place), body: { phase: "group" as const, seenPhase: null } })),
      "in another phase by now": {
        request: ({ things }) => ({
          ...of(things.open),
          body: { phase: "vote" as const, seenPhase: "group" as const },
        }),
        expect: signedIn("forbidden", { author: "changed_meanwhile" }),
      },
    },
    changeSession: ownersStates((place) => ({ ...of(place), body: { isLocked: true, votesPerPerson: 3 } })),
    setTimer: ownersStates((place) => ({ ...of(place), body: { action: "start" as const, seconds: 60 } })),
    summonToBoard: ownersStates((place) => ({ ...of(place), body: { id: uuidv7(), view } })),
    takeBoardLead: {
      "while it has a facilitator": {
        request: ({ things }) => of(things.open),
        expect: signedIn("forbidden", { author: "ok" as const }),
      },
      "for the department": {
        request: ({ things }) => of(things.team),
        expect: signedIn("board_not_found", { ...each(members, "forbidden"), author: "ok" as const }),
      },
      "on a board for another department": {
        request: ({ things }) => of(things.foreign),
        expect: signedIn("board_not_found"),
      },
    },
    listPrivateNotes: states(of),
    savePrivateNote: {
      ...writersStates(noteOf),
      "without words": {
        request: ({ things }) => ({ ...noteOf(things.open), body: { text: " ", at: [0, 0] } }),
        expect: signedIn("invalid_request"),
      },
    },
    deletePrivateNote: states(({ boardId }) => ({ params: { boardId, noteId: uuidv7() } })),
    revealNotes: {
      "on a board for everyone": {
        request: async (input) => of(await freshNote(input)),
        expect: signedIn("ok"),
      },
      "on a board for another department": {
        request: ({ things }) => of(things.foreign),
        expect: signedIn("board_not_found"),
      },
      "on a board for reading": { request: ({ things }) => of(things.shown), expect: signedIn("forbidden") },
    },
    getVotes: states(of),
    castBoardVote: {
      "while everyone votes": { request: ({ things }) => vote(things), expect: signedIn("ok") },
      "while nobody votes": {
        request: ({ things }) => ({ ...vote(things), ...of(things.open) }),
        expect: signedIn("voting_closed"),
      },
      "for a note of another board": {
        request: ({ things }) => ({ ...vote(things), body: { id: uuidv7(), noteId: things.team.noteId } }),
        expect: signedIn("board_note_not_found"),
      },
      "on a board for another department": {
        request: ({ things }) => ({ ...vote(things), ...of(things.foreign) }),
        expect: signedIn("board_not_found"),
      },
      "on a board for reading": {
        request: ({ things }) => ({ ...vote(things), ...of(things.shown) }),
        expect: signedIn("forbidden"),
      },
    },
    withdrawBoardVote: {
      "while everyone votes": {
        request: ({ things }) => ({ params: { boardId: things.voting.boardId, voteId: uuidv7() } }),
        expect: signedIn("ok"),
      },
      "while nobody votes": {
        request: ({ things }) => ({ params: { boardId: things.open.boardId, voteId: uuidv7() } }),
        expect: signedIn("voting_closed"),
      },
      "on a board for another department": {
        request: ({ things }) => ({ params: { boardId: things.foreign.boardId, voteId: uuidv7() } }),
        expect: signedIn("board_not_found"),
      },
    },
  },
  events: {
    "board.changed": {
      change: (input) =>
        must(input.world, author(input), "PATCH", `/api/boards/${input.things.team.boardId}`, {
          title: input.world.secrets.hide("a new title of a board", members),
        }),
      receivers: team,
    },
    "board.gone": {
      async change(input) {
        const { world } = input;
        const id = world.departmentIds.Backend ?? "";
        const { boardId } = await createBoard(world, author(input).id, {
          grants: grantsTo(world, "Backend"),
        });
        const body = { to: { kind: "department", id }, role: null };
        await must(world, author(input), "PUT", `/api/boards/${boardId}/grants`, body);
      },
      receivers: team.filter((name) => name !== "author"),
    },
    "board.starred": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/boards/${things.open.boardId}/star`, {
          isStarred: true,
        }),
      receivers: ["member"],
    },
    "board-writers.changed": {
      change: (input) => saveNote(input, "Words"),
      receivers: team,
    },
    "board-note.saved": {
      change: (input) =>
        saveNote(input, input.world.secrets.hide("a private note that is written", ["author"])),
      receivers: ["author"],
    },
    "board-note.removed": {
      async change(input) {
        const noteId = uuidv7();
        await saveNote(input, "Words", noteId);
        const path = `/api/boards/${input.things.team.boardId}/private-notes/${noteId}`;
        await must(input.world, author(input), "DELETE", path);
      },
      receivers: ["author"],
    },
    "board-note.commented": {
      change: (input) =>
        must(
          input.world,
          author(input),
          "POST",
          `/api/subjects/board_note/${input.things.team.noteId}/comments`,
          {
            id: uuidv7(),
            content: "Words",
          },
        ),
      receivers: team,
    },
    "board-note.reacted": {
      async change(input) {
        const { boardId, noteId } = input.things.team;
        const path = `/api/boards/${boardId}/notes/${noteId}/reactions/${encodeURIComponent("🎉")}`;
        // Only a change is sent.
        for (const method of ["DELETE", "PUT"]) await must(input.world, author(input), method, path);
      },
      receivers: team,
    },
    "board-votes.cast": {
      change: ({ world, things }) =>
        must(
          world,
          world.actors.member,
          "POST",
          `/api/boards/${things.voting.boardId}/votes`,
          vote(things).body,
        ),
      receivers: ["member"],
    },
    "board-votes.counted": {
      async change(input) {
        const { boardId } = await createBoard(input.world, author(input).id, {
          grants: grantsTo(input.world, "Backend"),
        });
        const body = { phase: "vote", seenPhase: null };
        await must(input.world, author(input), "PUT", `/api/boards/${boardId}/phase`, body);
      },
      receivers: team,
    },
  },
});

function saveNote(input: EventInput<Things>, text: string, noteId: string = uuidv7()): Promise<void> {
  const path = `/api/boards/${input.things.team.boardId}/private-notes/${noteId}`;
  return must(input.world, author(input), "PUT", path, { text, at: [0, 0] });
}

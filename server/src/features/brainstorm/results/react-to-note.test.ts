import { maxNoteReactionKinds } from "@atoll/contract/brainstorm/limits";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createBoardOf, openCanvasOf } from "../../../../test/boards.ts";
import { type Chatter, codeOf, createChatters } from "../../../../test/chatter.ts";
import { byId, eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben, cleo]: Chatter[] = [];
const as = (who: Chatter | undefined): Chatter => who as Chatter;
const idOf = (who: Chatter | undefined): string => as(who).id;

beforeAll(async () => {
  [ana, ben, cleo] = await createChatters(server, ["Ana", "Ben", "Cleo"]);
});

interface Place {
  boardId: string;
  noteId: string;
}

async function openNote(text = "A tide table"): Promise<Place> {
  const boardId = await createBoardOf(as(ana));
  return { boardId, noteId: await (await openCanvasOf(as(ana), boardId)).add({ text }) };
}
const on = (place: Place, emoji: string) => ({ params: { ...place, emoji } });
const react = (who: Chatter | undefined, place: Place, emoji = "👍") =>
  as(who).client.call(routes.addNoteReaction, on(place, emoji));
const withdraw = (who: Chatter | undefined, place: Place, emoji = "👍") =>
  as(who).client.call(routes.removeNoteReaction, on(place, emoji));
const notesOf = async (who: Chatter | undefined, { boardId }: Place) =>
  (await as(who).client.call(routes.listBoardNotes, { params: { boardId } })).notes;

test("a reaction counts once for each person and emoji, names its people in order, and is no vote", async () => {
  const place = await openNote();
  await react(ben, place);
  await react(ben, place);
  await react(cleo, place);
  await react(cleo, place, "🎉");
  const reactions = [
    { emoji: "👍", count: 2, userIds: [idOf(ben), idOf(cleo)] },
    { emoji: "🎉", count: 1, userIds: [idOf(cleo)] },
  ];
  expect(await notesOf(ana, place)).toEqual([
    { id: place.noteId, commentCount: 0, links: [], reactions, reactionsVersion: 3 },
  ]);
  const { boardId } = place;
  const { board } = await as(ana).client.call(routes.getBoard, { params: { boardId } });
  expect(board.voteCount).toBe(0);
  const query = { format: "csv" as const };
  const { text } = await as(ana).client.call(routes.exportBoard, { params: { boardId }, query });
  expect(text).toContain('"👍 2, 🎉 1"');
  expect((await withdraw(ben, place)).reactions[0]).toEqual({ emoji: "👍", count: 1, userIds: [idOf(cleo)] });
  expect((await withdraw(ben, place)).version).toBe(4);
});

test("an open board has the reactions that a fresh fetch gives, in whichever order the events come", async () => {
  const place = await openNote();
  await react(ana, place);
  const socket = await server.connect(as(ben));
  await eventEqualsRefetch({
    socket,
    event: "board-note.reacted",
    fetch: async () => byId(await notesOf(ben, place)),
    act: async () => {
      await Promise.all([react(ben, place, "🎉"), react(cleo, place, "👀"), react(cleo, place)]);
      await withdraw(ana, place);
    },
    apply: (before, { noteId, version, reactions }) =>
      before.map((note) =>
        note.id === noteId && note.reactionsVersion < version
          ? { ...note, reactions, reactionsVersion: version }
          : note,
      ),
  });
  socket.close();
});

test("reactions of a note that is deleted are gone with it, and back when the deletion is undone", async () => {
  const place = await openNote();
  await react(ben, place);
  const canvas = await openCanvasOf(as(ana), place.boardId);
  await canvas.send(canvas.change((elements) => elements.delete(place.noteId)));
  expect(await notesOf(ana, place)).toEqual([]);
  expect(await codeOf(as(ben).client.refused(routes.addNoteReaction, on(place, "🎉")))).toBe(
    "board_note_not_found",
  );
  await canvas.add({ text: "A tide table" }, place.noteId);
  expect(await notesOf(ana, place)).toMatchObject([{ reactions: [{ emoji: "👍", count: 1 }] }]);
  const copyId = uuidv7();
  const body = { id: copyId, title: "A copy" };
  await as(ana).client.call(routes.copyBoard, { params: { boardId: place.boardId }, body });
  expect(await notesOf(ana, { ...place, boardId: copyId })).toEqual([]);
});

test("refuses a reaction to anything but a note, from readers, and with more kinds than a note can have", async () => {
  const place = await openNote();
  const canvas = await openCanvasOf(as(ana), place.boardId);
  const shape = { kind: "shape", form: "ellipse", size: [9, 9] } as const;
  const shapeId = await canvas.add({ ...shape, size: [9, 9] });
  const refusal = (who: Chatter | undefined, where: Place, emoji = "👍") =>
    codeOf(as(who).client.refused(routes.addNoteReaction, on(where, emoji)));
  expect(await refusal(ben, { ...place, noteId: shapeId })).toBe("board_note_not_found");
  const body = { to: { kind: "everyone" as const }, role: "reader" as const };
  await as(ana).client.call(routes.shareBoard, { params: { boardId: place.boardId }, body });
  expect(await refusal(ben, place)).toBe("forbidden");
  const faces = Array.from({ length: maxNoteReactionKinds }, (_, index) =>
    String.fromCodePoint(0x1f600 + index),
  );
  for (const face of faces) await react(ana, place, face);
  expect(await refusal(ana, place, "👍")).toBe("too_many_reactions");
  await react(ana, place, faces[0]);
});

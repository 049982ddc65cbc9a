import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { boardTemplates } from "@atoll/contract/brainstorm/templates";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { RouteCall } from "@atoll/contract/route";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createBoardOf, openCanvasOf } from "../../../test/boards.ts";
import { type Chatter, codeOf, createChatters } from "../../../test/chatter.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../test/settled.ts";
import { ownedBoards } from "./kinds.ts";
import { keepHourlyVersions } from "./results/versions.ts";

const server = sharedServer();
let [ana, ben, cleo]: Chatter[] = [];
const as = (who: Chatter | undefined): Chatter => who as Chatter;
const of = (boardId: string) => ({ params: { boardId } });
const idOf = (who: Chatter | undefined) => as(who).id;
const sharedWith = (who: Chatter | undefined, role: "reader" | "writer" = "writer") => [
  { to: { kind: "person" as const, id: idOf(who) }, role },
];

beforeAll(async () => {
  [ana, ben, cleo] = await createChatters(server, ["Ana", "Ben", "Cleo"]);
});
beforeEach(async () => {
  await emptyInboxes(server.db);
});

const titles = async (who: Chatter | undefined, query: RouteCall<typeof routes.listBoards>["query"] = {}) =>
  (await as(who).client.call(routes.listBoards, { query })).items.map(({ title }) => title);
const inbox = async (who: Chatter | undefined) => {
  await everybodyNotified(server.db);
  return (await as(who).client.call(notificationRoutes.listNotifications, { query: {} })).items;
};

describe("boards", () => {
  test("are created once when sent again, and refuse another with the same ID", async () => {
    const body = { id: uuidv7(), title: "Twice" };
    const { board } = await as(ana).client.call(routes.createBoard, { body });
    expect((await as(ana).client.call(routes.createBoard, { body })).board).toEqual(board);
    expect(board).toMatchObject({ role: "facilitator", grants: [], session: { phase: null, round: 1 } });
    const other = { body: { ...body, title: "Other" } };
    expect(await codeOf(as(ana).client.refused(routes.createBoard, other))).toBe("board_id_taken");
    expect(await codeOf(as(ben).client.refused(routes.createBoard, { body }))).toBe("board_id_taken");
  });

  test("are found by scope, name and note, a page at a time, and only by those who may read them", async () => {
    const open = await createBoardOf(as(ana), { title: "Zebra crossing" });
    const own = await createBoardOf(as(ana), { title: "Zebra alone", grants: [] });
    await (await openCanvasOf(as(ana), own)).add({ text: "A word like quagga" });
    await as(ana).client.call(routes.starBoard, { ...of(own), body: { isStarred: true } });
    expect(await titles(ana, { text: "zebra", order: "title" })).toEqual(["Zebra alone", "Zebra crossing"]);
    expect(await titles(ben, { text: "zebra" })).toEqual(["Zebra crossing"]);
    expect(await titles(ana, { text: "QUAGGA" })).toEqual(["Zebra alone"]);
    expect(await titles(ana, { scope: "starred" })).toEqual(["Zebra alone"]);
    expect(await titles(ben, { text: "zebra", scope: "mine" })).toEqual([]);
    for (const order of ["changed", "created", "title"] as const) {
      const query = { text: "zebra", order, limit: 1 };
      const first = await as(ana).client.call(routes.listBoards, { query });
      const next = { query: { ...query, cursor: first.nextCursor ?? "" } };
      const second = await as(ana).client.call(routes.listBoards, next);
      expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(
        [open, own].toSorted(),
      );
    }
    await as(ana).client.call(routes.archiveBoard, { ...of(open), body: { isArchived: true } });
    expect(await titles(ben, { text: "zebra" })).toEqual([]);
    expect(await titles(ben, { text: "zebra", scope: "archived" })).toEqual(["Zebra crossing"]);
    expect((await openCanvasOf(as(ana), open)).mayEdit).toBe(false);
  });

  test("go to an heir who could read them, otherwise to a person on the board, otherwise to nobody", async () => {
    const [gone] = await createChatters(server, ["Gone"]);
    const [read, others, alone] = [
      await createBoardOf(as(gone), { grants: sharedWith(ben) }),
      await createBoardOf(as(gone), { grants: [...sharedWith(cleo), ...sharedWith(ana, "reader")] }),
      await createBoardOf(as(gone), { grants: [] }),
    ];
    await server.db.transaction().execute((tx) => ownedBoards.handOver(tx, idOf(gone), idOf(ben), idOf(ana)));
    const owner = async (id: string) =>
      (await server.db.selectFrom("boards").select("owner_id").where("id", "=", id).executeTakeFirstOrThrow())
        .owner_id;
    expect([await owner(read), await owner(others), await owner(alone)]).toEqual([
      idOf(ben),
      idOf(cleo),
      idOf(gone),
    ]);
    expect(await codeOf(as(ben).client.refused(routes.getBoard, of(alone)))).toBe("board_not_found");
  });

  test("notify the people they are shared with, and withdraw it with the right", async () => {
    const boardId = await createBoardOf(as(ana), { title: "For Cleo", grants: sharedWith(cleo) });
    expect(await inbox(cleo)).toMatchObject([{ kind: "board.invited", link: `/brainstorm/${boardId}` }]);
    const body = { to: { kind: "person" as const, id: idOf(cleo) }, role: null };
    await as(ana).client.call(routes.shareBoard, { ...of(boardId), body });
    expect(await inbox(cleo)).toEqual([]);
  });

  test("call everyone on the board to a place, once per summons", async () => {
    const grants = [{ to: { kind: "everyone" as const }, role: "writer" as const }, ...sharedWith(cleo)];
    const boardId = await createBoardOf(as(ana), { title: "Come here", grants });
    await (await openCanvasOf(as(ben), boardId)).add({ text: "Ben was here" });
    await emptyInboxes(server.db);
    const body = { id: uuidv7(), view: { x: 10, y: 20, zoom: 1.5 } };
    const summon = () => as(ana).client.call(routes.summonToBoard, { ...of(boardId), body });
    const { board } = await summon();
    await summon();
    expect(board.session.summons).toMatchObject({ id: body.id, by: { id: idOf(ana) }, view: body.view });
    const called = { kind: "board.summons", link: `/brainstorm/${boardId}`, count: 1 };
    expect(await inbox(ben)).toMatchObject([called]);
    expect(await inbox(cleo)).toMatchObject([called]);
    expect(await inbox(ana)).toEqual([]);
  });

  test("go to another owner, and the previous one stays a facilitator", async () => {
    const boardId = await createBoardOf(as(ana), { grants: sharedWith(ben) });
    const { board } = await as(ana).client.call(routes.handOverBoard, {
      ...of(boardId),
      body: { ownerId: idOf(ben) },
    });
    expect(board).toMatchObject({
      owner: { id: idOf(ben) },
      role: "facilitator",
      grants: [{ to: { kind: "person", id: idOf(ana) }, role: "facilitator" }],
    });
    await as(ana).client.call(routes.leaveBoard, of(boardId));
    expect(await codeOf(as(ana).client.refused(routes.getBoard, of(boardId)))).toBe("board_not_found");
  });

  test.each(boardTemplates)("start from the template $name", async ({ name, elements }) => {
    const canvas = await openCanvasOf(as(ana), await createBoardOf(as(ana), { template: name }));
    const texts = (all: readonly { text?: unknown }[]) => all.map(({ text }) => String(text)).toSorted();
    expect(texts(Object.values(canvas.elements()))).toEqual(texts(elements));
  });

  test("fill the card and the recent activity of a dashboard, for those who may read them", async () => {
    const boardId = await createBoardOf(as(ana), { title: "On dashboards", grants: sharedWith(cleo) });
    const { getDashboard, arrangeDashboard } = dashboardRoutes;
    const shown = async (who: Chatter | undefined) => {
      const { layout } = await as(who).client.call(getDashboard, {});
      const card = { type: "boards" as const, title: "", options: {}, x: 0, y: 20, w: 4, h: 3 };
      const cards = [{ ...card, id: uuidv7() }, ...layout.cards.filter(({ type }) => type === "activity")];
      const body = { cards, phoneOrder: [], version: layout.version };
      await as(who).client.call(arrangeDashboard, { body });
      const { contents } = await as(who).client.call(getDashboard, {});
      return contents.flatMap(({ content }) =>
        content && JSON.stringify(content).includes(boardId) ? [content.type] : [],
      );
    };
    expect((await shown(cleo)).toSorted()).toEqual(["activity", "boards"]);
    expect(await shown(ben)).toEqual([]);
  });

  test("keep a version an hour while they change", async () => {
    const boardId = await createBoardOf(as(ana));
    const keep = () => server.db.transaction().execute((tx) => keepHourlyVersions(tx));
    const versions = async () =>
      (await as(ana).client.call(routes.listBoardVersions, { ...of(boardId), query: {} })).items;
    await keep();
    expect(await versions()).toEqual([]);
    await (await openCanvasOf(as(ana), boardId)).add({ text: "New" });
    await keep();
    await keep();
    expect(await versions()).toMatchObject([{ reason: "hourly", noteCount: 1 }]);
    const versionId = (await versions())[0]?.id ?? "";
    const { version } = await as(ben).client.call(routes.getBoardVersion, { params: { boardId, versionId } });
    expect(version.elements).toMatchObject([{ authorId: idOf(ana), element: { text: "New" } }]);
  });
});

describe("notes", () => {
  test("keep their whole text when they become a task, however long", async () => {
    const boardId = await createBoardOf(as(ana), { title: "Long" });
    const text = `First *line*\n${"second ".repeat(100)}end`;
    const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text });
    const taskId = uuidv7();
    const body = { id: taskId, title: text.slice(0, 12) };
    await as(ben).client.call(routes.createNoteTask, { params: { boardId, noteId }, body });
    const { task } = await as(ben).client.call(taskRoutes.getTask, { params: { taskId } });
    expect(task.description).toBe(
      `First \\*line\\*  \n${"second ".repeat(100)}end\n\nFrom a note on the board [Long](/brainstorm/${boardId}?note=${noteId}).`,
    );
  });

  test("become a task and an idea, which are linked both ways", async () => {
    const boardId = await createBoardOf(as(ana), { title: "With [brackets]" });
    const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text: "Do it" });
    const [taskId, ideaId] = [uuidv7(), uuidv7()];
    const params = { boardId, noteId };
    const task = { params, body: { id: taskId, title: "Do it" } };
    await as(ben).client.call(routes.createNoteTask, task);
    // The same one sent again, when the note has other words.
    await sql`UPDATE board_elements SET text = 'Other words' WHERE id = ${noteId}`.execute(server.db);
    await as(ben).client.call(routes.createNoteTask, task);
    await as(ben).client.call(routes.createNoteIdea, { params, body: { id: ideaId, title: "Think of it" } });
    const link = `/brainstorm/${boardId}?note=${noteId}`;
    const made = await as(ben).client.call(taskRoutes.getTask, { params: { taskId } });
    expect(made.task.description).toContain(`[With \\[brackets\\]](${link})`);
    const { idea } = await as(ben).client.call(ideaRoutes.getIdea, { params: { ideaId } });
    expect(idea.text).toContain(link);
    const { notes } = await as(ben).client.call(routes.listBoardNotes, of(boardId));
    expect(notes).toMatchObject([
      {
        id: noteId,
        links: [
          { kind: "task", id: taskId },
          { kind: "idea", id: ideaId, status: "new" },
        ],
      },
    ]);
    // Somebody else's task is none that Cleo may see.
    const seen = await as(cleo).client.call(routes.listBoardNotes, of(boardId));
    expect(seen.notes).toMatchObject([{ id: noteId, links: [{ kind: "idea" }] }]);
    expect((await as(cleo).client.call(routes.getBoard, of(boardId))).board).toMatchObject({
      taskCount: 1,
      ideaCount: 1,
    });
  });

  test("notify their author of comments", async () => {
    const boardId = await createBoardOf(as(ana));
    const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text: "Mine" });
    const params = { kind: "board_note", subjectId: noteId };
    const socket = await server.connect(as(cleo));
    await as(ben).client.call(commentRoutes.postComment, { params, body: { id: uuidv7(), content: "Why?" } });
    expect(await socket.next("board-note.commented")).toEqual({ boardId, noteId, commentCount: 1 });
    socket.close();
    const { notes } = await as(cleo).client.call(routes.listBoardNotes, of(boardId));
    expect(notes).toEqual([{ id: noteId, commentCount: 1, links: [], reactions: [], reactionsVersion: 0 }]);
    expect(await inbox(ana)).toMatchObject([
      { kind: "board.comment", link: `/brainstorm/${boardId}?note=${noteId}`, excerpt: "Mine" },
    ]);
  });

  test("notify mentioned people once, as mentioned", async () => {
    const boardId = await createBoardOf(as(ana));
    const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text: "For Cleo" });
    const params = { kind: "board_note", subjectId: noteId };
    const body = { id: uuidv7(), content: "Can you look at this, @Cleo?", mentionIds: [idOf(cleo)] };
    await as(ben).client.call(commentRoutes.postComment, { params, body });
    expect(await inbox(cleo)).toMatchObject([
      { kind: "board.mention", link: `/brainstorm/${boardId}?note=${noteId}` },
    ]);
    expect(await inbox(ana)).toMatchObject([{ kind: "board.comment" }]);
  });

  test("are exported by group, and no spreadsheet takes one for a formula", async () => {
    const boardId = await createBoardOf(as(ana), { title: "Out", template: "swot" });
    const canvas = await openCanvasOf(as(ana), boardId);
    const frame = Object.entries(canvas.elements()).find(([, { text }]) => text === "Threats")?.[0] ?? null;
    await canvas.add({ text: "=HYPERLINK(1)", frame });
    await canvas.add({ text: "# No *heading*\n[a](b)", at: [9, 9] });
    const file = (format: "csv" | "markdown") =>
      as(ben).client.call(routes.exportBoard, { ...of(boardId), query: { format } });
    const csv = await file("csv");
    expect(csv.noteCount).toBe(2);
    expect(csv.text).toContain(",Threats,'=HYPERLINK(1),Ana,0,");
    expect((await file("markdown")).text).toBe(
      "# Out\n\n## Threats\n\n- =HYPERLINK(1) (Ana)\n\n## Without a group\n\n- \\# No \\*heading\\* \\[a\\](b) (Ana)\n",
    );
  });

  test("in two groups of one name are exported as two groups", async () => {
    const boardId = await createBoardOf(as(ana), { title: "Twins" });
    const canvas = await openCanvasOf(as(ana), boardId);
    const addFrame = (x: number) =>
      canvas.add({ kind: "frame", at: [x, 0], size: [400, 300], text: "Ideas", color: "sea" });
    const [first, second] = [await addFrame(0), await addFrame(500)];
    for (const [text, one] of [
      ["One", first],
      ["Two", second],
      ["Three", first],
    ] as const)
      await canvas.add({ text, frame: one });
    const file = async (format: "csv" | "markdown") =>
      (await as(ana).client.call(routes.exportBoard, { ...of(boardId), query: { format } })).text;
    expect((await file("markdown")).match(/^## .*$/gm)).toEqual(["## Ideas", "## Ideas (2)"]);
    expect((await file("csv")).match(/,Ideas[^,]*,\w+/g)).toHaveLength(3);
    expect(await file("csv")).toContain(",Ideas (2),Two,");
  });

  fullTest(
    "on a full board are searched by their beginnings, and exported and grouped completely",
    async () => {
      const boardId = await createBoardOf(as(ana), { title: "Full" });
      await sql`INSERT INTO board_elements (id, board_id, kind, text, content)
      SELECT gen_random_uuid(), ${boardId}, 'note', t, jsonb_build_object('kind', 'note', 'at', '[0, 0]'::jsonb,
        'size', '[10, 10]'::jsonb, 'frame', null, 'color', 'sun', 'text', t)
      FROM generate_series(1, 3000) n, LATERAL (SELECT rpad('beginning' || n || ' ', 1000, 'scanner battery ') AS t) x`.execute(
        server.db,
      );
      const { rows } = await sql<{
        body: string;
      }>`SELECT body FROM search_board WHERE id = ${boardId}`.execute(server.db);
      expect(rows[0]?.body.length).toBeLessThanOrEqual(303_000);
      expect(rows[0]?.body.match(/beginning\d+ /g)).toHaveLength(3000);
      const { text, noteCount } = await as(ana).client.call(routes.exportBoard, {
        ...of(boardId),
        query: { format: "csv" },
      });
      expect([noteCount, text.match(/beginning\d+ /g)?.length]).toEqual([3000, 3000]);
      expect((await as(ana).client.call(routes.proposeClusters, of(boardId))).clusters).toEqual([]);
    },
  );

  test("with distinctive words in common are suggested as a group, and are not moved", async () => {
    const boardId = await createBoardOf(as(ana));
    const canvas = await openCanvasOf(as(ana), boardId);
    const first = await canvas.add({ text: "The scanner loses signal" });
    const second = await canvas.add({ text: "Scanners run out of battery" });
    for (const text of ["Consent forms", "Night shift", "A meter first"]) await canvas.add({ text });
    const { clusters } = await as(ben).client.call(routes.proposeClusters, of(boardId));
    expect(clusters).toEqual([
      { words: [expect.stringMatching(/^scanner/)], noteIds: [first, second].toSorted() },
    ]);
  });

  test("with most votes, and their follow-ups, are the outcome", async () => {
    const boardId = await createBoardOf(as(ana), { title: "Result" });
    const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text: "Best" });
    const goTo = (phase: "vote" | "decide", seenPhase: "vote" | null) =>
      as(ana).client.call(routes.setBoardPhase, { ...of(boardId), body: { phase, seenPhase } });
    await goTo("vote", null);
    await as(ben).client.call(routes.castBoardVote, { ...of(boardId), body: { id: uuidv7(), noteId } });
    const outcome = async () => (await as(cleo).client.call(routes.summariseBoard, of(boardId))).text;
    expect(await outcome()).toBe(`**[Result](/brainstorm/${boardId})**: 1 note`);
    await goTo("decide", "vote");
    expect(await outcome()).toContain("Most votes:\n- Best (1)");
  });
});

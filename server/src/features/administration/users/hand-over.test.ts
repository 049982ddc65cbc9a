import { administrationRoutes } from "@atoll/contract/administration/routes";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sensitiveDataRoutes } from "@atoll/contract/sensitive-data/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import {
  type Announcer,
  createAnnouncementRow,
  createAnnouncer,
  idsByName,
} from "../../../../test/announcers.ts";
import { createBoardOf } from "../../../../test/boards.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow } from "../../../../test/knowledge.ts";
import { createPathRow } from "../../../../test/onboarding.ts";
import { createEventRow } from "../../../../test/planners.ts";
import { createAsker } from "../../../../test/questions.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";

const server = sharedServer();
const departments = ["Backend"];
let admin: Announcer;
let heir: Announcer;
let colleague: Announcer;

beforeAll(async () => {
  admin = await createAnnouncer(server, "Ada", { roles: ["admin"], departments });
  heir = await createAnnouncer(server, "Hal", { departments });
  colleague = await createAnnouncer(server, "Cora", { departments });
});

const handOver = (from: Announcer) =>
  admin.client.call(administrationRoutes.deleteUser, {
    params: { userId: from.id },
    body: { handOverTo: heir.id },
  });
const createLeaver = () => createAnnouncer(server, "Lea", { roles: ["user", "admin"], departments });

test("shows colleagues the new owner of tasks, cards and ideas without a reload", async () => {
  const leaver = await createLeaver();
  const { Backend: departmentId = "" } = await idsByName(server.db, "departments");
  const taskId = await createTaskRow(server.db, leaver.id, {
    assignee_id: leaver.id,
    department_id: departmentId,
  });
  const { sections } = await leaver.client.call(cardRoutes.listSections, { params: { slug: "backend" } });
  const section = sections.find(({ type }) => type.fields.every(({ isRequired }) => !isRequired))!.type;
  const newCard = { id: uuidv7(), title: "A card", ownerId: leaver.id };
  const { card } = await leaver.client.call(cardRoutes.createCard, {
    params: { typeId: section.id },
    body: newCard,
  });
  const idea = { id: uuidv7(), title: "An idea" };
  await colleague.client.call(ideaRoutes.createIdea, { body: idea });
  await server.db.updateTable("ideas").set({ owner_id: leaver.id }).where("id", "=", idea.id).execute();
  const socket = await server.connect(colleague);
  await handOver(leaver);
  const changed = {
    task: (await socket.next("task.changed")).task,
    card: (await socket.next("card.changed")).card,
    idea: (await socket.next("idea.changed")).idea,
  };
  // The events equal what an open screen would fetch.
  const fetched = {
    task: (await colleague.client.call(taskRoutes.getTask, { params: { taskId } })).task,
    card: (await colleague.client.call(cardRoutes.getCard, { params: { cardId: card.id } })).card,
    idea: (await colleague.client.call(ideaRoutes.getIdea, { params: { ideaId: idea.id } })).idea,
  };
  expect(changed.task).toMatchObject({ id: taskId, assignee: { id: heir.id }, createdBy: { id: heir.id } });
  expect(changed.task.version).toBe(fetched.task.version);
  expect(changed.card).toMatchObject({ id: card.id, owner: { id: heir.id }, version: card.version + 1 });
  expect(fetched.card.owner).toEqual(changed.card.owner);
  expect(changed.idea).toMatchObject({ id: idea.id, owner: { id: heir.id } });
  expect(fetched.idea.owner).toEqual(changed.idea.owner);
  socket.close();
});

test("broadcasts everything else that is handed over to the people who may see it", async () => {
  const leaver = await createLeaver();
  const asker = await createAsker(server, "Aski", { departments });
  const question = await asker.ask();
  await asker.askColleague(question.id, leaver.id);
  const [eventId, articleId, announcementId, pathId, boardId] = [
    await createEventRow(server.db, leaver.id, {}, [heir.id, admin.id]),
    await createArticleRow(server.db, leaver.id),
    await createAnnouncementRow(server.db, leaver.id, { status: "DRAFT" }),
    await createPathRow(server.db, leaver.id),
    await createBoardOf(leaver),
  ];
  await leaver.client.call(sensitiveDataRoutes.createCard, {
    body: { id: uuidv7(), key: "backend", title: "Bank", value: "1234", ownerId: leaver.id },
  });
  // An administrator sees each of these kinds.
  const socket = await server.connect(admin);
  await handOver(leaver);
  expect(await socket.next("question.changed")).toEqual({ questionId: question.id });
  expect(await socket.next("event.changed")).toEqual({ eventIds: [eventId] });
  expect(await socket.next("article.changed")).toMatchObject({ articleId });
  expect((await socket.next("announcement.changed")).announcement).toMatchObject({
    id: announcementId,
    author: { id: heir.id },
  });
  expect(await socket.next("onboarding-path.changed")).toEqual({ pathId });
  expect((await socket.next("board.changed")).board).toMatchObject({ id: boardId, owner: { id: heir.id } });
  expect(await socket.next("sensitive-cards.changed")).toEqual({ key: "backend" });
  socket.close();
});

test("broadcasts each of many tasks once", async () => {
  const leaver = await createLeaver();
  const ids: string[] = [];
  for (let index = 0; index < 101; index += 1) ids.push(await createTaskRow(server.db, leaver.id));
  const socket = await server.connect(heir);
  await handOver(leaver);
  const received: string[] = [];
  for (const _ of ids) received.push((await socket.next("task.changed")).task.id);
  expect(received.toSorted()).toEqual(ids.toSorted());
  socket.close();
});

test("leaves cards with their owner if a rule or the heir's rights forbid the handover, and lists them to the person who did it", async () => {
  const both = ["Backend", "DevOps"];
  const lena = await createAnnouncer(server, "Lena", {
    roles: ["user", "admin"],
    departments: [...both, "Marketing"],
  });
  const ines = await createAnnouncer(server, "Ines", { departments: both });
  const amir = await createAnnouncer(server, "Amir", {
    roles: ["admin"],
    departments: [...both, "Marketing"],
  });
  const sectionOf = async (slug: string, section: string) =>
    (await lena.client.call(cardRoutes.listSections, { params: { slug } })).sections.find(
      ({ type }) => type.slug === section,
    )!.type.id;
  const add = async (typeId: string, title: string, data: object = {}) => {
    const body = { id: uuidv7(), title, ownerId: lena.id, data: data as Record<string, string> };
    return (await lena.client.call(cardRoutes.createCard, { params: { typeId }, body })).card;
  };
  const deployments = await sectionOf("devops", "deployment");
  const data = { service: "checkout", environment: "Staging", approved_by: ines.id };
  const [live, open] = [await add(deployments, "Live", data), await add(deployments, "Not live", data)];
  await ines.client.call(cardRoutes.approveCard, {
    params: { cardId: live.id },
    body: { changeId: uuidv7(), field: "approved_by", content: live.content, isApproved: true },
  });
  await lena.client.call(cardRoutes.changeCards, {
    body: { changeId: uuidv7(), cardIds: [live.id], set: { stage: "live" } },
  });
  const study = await add(await sectionOf("marketing", "case-studies"), "A study", { client: "Marlowe" });
  await amir.client.call(administrationRoutes.deleteUser, {
    params: { userId: lena.id },
    body: { handOverTo: ines.id },
  });
  const ownerOf = async (cardId: string) =>
    (await amir.client.call(cardRoutes.getCard, { params: { cardId } })).card.owner?.id;
  // Its approver would own it, and she cannot read case studies.
  expect([await ownerOf(live.id), await ownerOf(open.id), await ownerOf(study.id)]).toEqual([
    lena.id,
    ines.id,
    lena.id,
  ]);
  await everybodyNotified(server.db);
  const { items } = await amir.client.call(notificationRoutes.listNotifications, { query: {} });
  const kept = items.filter(({ kind }) => kind === "card.kept").map(({ title }) => title);
  expect(kept).toHaveLength(2);
  expect(kept.join()).toContain("“Live”");
  expect(kept.join()).toContain("“A study”");
});

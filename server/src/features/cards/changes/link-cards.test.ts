import { maxCardLinks } from "@atoll/contract/cards/limits";
import type { CardLink } from "@atoll/contract/cards/link-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardChange } from "@atoll/contract/cards/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben, kofi]: Announcer[] = [];
const sections: Record<string, string> = {};

beforeAll(async () => {
  const both = { departments: ["Business Development", "Marketing"] };
  ana = await createAnnouncer(server, "Ana", both);
  ben = await createAnnouncer(server, "Ben", { departments: ["Business Development"] });
  kofi = await createAnnouncer(server, "Kofi", { departments: ["Backend"] });
  for (const slug of ["business-development", "marketing"])
    for (const { type } of (await ana.client.call(routes.listSections, { params: { slug } })).sections)
      sections[type.slug] = type.id;
});

async function addCard(title: string, slug = "pipeline"): Promise<string> {
  const id = uuidv7();
  const params = { typeId: sections[slug]! };
  await ana!.client.call(routes.createCard, { params, body: { id, title } });
  return id;
}

async function addTask(who: Announcer, title: string): Promise<string> {
  const id = uuidv7();
  await who.client.call(taskRoutes.createTask, { body: { id, title } });
  return id;
}

const changeOf = (cardId: string, set: CardChange["set"]) => ({
  body: { changeId: uuidv7(), cardIds: [cardId], set },
});
const link = async (cardId: string, ...linked: CardLink[]) => {
  const change = changeOf(cardId, { linked });
  await ana!.client.call(routes.changeCards, change);
  return change.body.changeId;
};
const linksOf = async (who: Announcer, cardId: string) => {
  const { links, cards } = await who.client.call(routes.listCardLinks, { params: { cardId } });
  return { to: links.map(({ title }) => title), from: cards.map(({ title }) => title) };
};

test("shows links at both ends, each reader only what they may read", async () => {
  const [deal, campaign] = [await addCard("Harbour deal"), await addCard("Spring", "campaigns")];
  const task = await addTask(ana!, "Call the harbour");
  await link(deal, { kind: "card", id: campaign }, { kind: "task", id: task });
  expect(await linksOf(ana!, deal)).toEqual({ to: ["Spring", "Call the harbour"], from: [] });
  expect(await linksOf(ana!, campaign)).toEqual({ to: [], from: ["Harbour deal"] });
  const linking = (who: Announcer) =>
    who.client.call(routes.listLinkingCards, { params: { kind: "task", id: task } });
  expect((await linking(ana!)).cards.map(({ title }) => title)).toEqual(["Harbour deal"]);
  // Ben is not in Marketing, and has nothing to do with the task.
  expect(await linksOf(ben!, deal)).toEqual({ to: [], from: [] });
  const ofTask = { params: { kind: "task" as const, id: task } };
  expect(await ben!.refused(routes.listLinkingCards, ofTask)).toBe("card_link_not_found");
  expect(await kofi!.refused(routes.listCardLinks, { params: { cardId: deal } })).toBe("card_not_found");
  const { items } = await ben!.client.call(routes.readHistory, { params: { cardId: deal }, query: {} });
  expect(items.find(({ field }) => field === "links")).toMatchObject({ before: 0, after: 2 });
  expect(JSON.stringify(items)).not.toContain(task);
});

test("refuses a link to what the viewer may not read as to what does not exist", async () => {
  const card = await addCard("Own");
  const [campaign, task] = [await addCard("Hidden", "campaigns"), await addTask(ana!, "Private")];
  for (const linked of [
    { kind: "card" as const, id: campaign },
    { kind: "task" as const, id: task },
    { kind: "message" as const, id: uuidv7() },
  ])
    expect(await ben!.refused(routes.changeCards, changeOf(card, { linked: [linked] }))).toBe(
      "card_link_not_found",
    );
  expect(await linksOf(ana!, card)).toEqual({ to: [], from: [] });
});

test("keeps links that others add and remove at the same time, and undoes only its own", async () => {
  const [card, one, two] = [await addCard("Hub"), await addCard("One"), await addCard("Two")];
  const first = await link(card, { kind: "card", id: one });
  await link(card, { kind: "card", id: one }, { kind: "card", id: two }, { kind: "card", id: card });
  expect(await linksOf(ana!, card)).toEqual({ to: ["One", "Two"], from: [] });
  await ana!.client.call(routes.undoChange, { params: { changeId: first } });
  expect(await linksOf(ana!, card)).toEqual({ to: ["Two"], from: [] });
  const removal = changeOf(card, { unlinked: [{ kind: "card", id: two }] });
  await ben!.client.call(routes.changeCards, removal);
  expect(await linksOf(ana!, card)).toEqual({ to: [], from: [] });
  await ben!.client.call(routes.undoChange, { params: { changeId: removal.body.changeId } });
  expect(await linksOf(ana!, two)).toEqual({ to: [], from: ["Hub"] });
});

test("tells the readers of the card at the other end", async () => {
  const [deal, note] = [await addCard("Deal"), await addCard("Note")];
  const socket = await server.connect(ben!);
  await link(deal, { kind: "card", id: note });
  const heard = [await socket.next("card.changed"), await socket.next("card.changed")];
  expect(heard.map(({ card }) => card.id).sort()).toEqual([deal, note].sort());
  socket.close();
});

test("leaves out what is gone, and carries links over in a merge", async () => {
  const [from, into, thing] = [await addCard("From"), await addCard("Into"), await addCard("Thing")];
  await link(from, { kind: "card", id: thing }, { kind: "card", id: into });
  await ana!.client.call(routes.changeCards, changeOf(from, { mergedIntoId: into }));
  expect(await linksOf(ana!, into)).toEqual({ to: ["Thing"], from: [] });
  await ana!.client.call(routes.changeCards, changeOf(thing, { isDeleted: true }));
  expect(await linksOf(ana!, into)).toEqual({ to: [], from: [] });
});

test("shows a link to a merged card as one to the card that it was merged into, at both ends", async () => {
  const [from, last, between] = [await addCard("Origin"), await addCard("Last"), await addCard("Between")];
  const first = await addCard("First");
  await link(from, { kind: "card", id: first }, { kind: "card", id: last });
  await link(last, { kind: "card", id: between });
  const merge = changeOf(first, { mergedIntoId: between });
  await ana!.client.call(routes.changeCards, merge);
  expect(await linksOf(ana!, from)).toEqual({ to: ["Between", "Last"], from: [] });
  expect(await linksOf(ana!, between)).toEqual({ to: [], from: ["Last", "Origin"] });
  await ana!.client.call(routes.changeCards, changeOf(between, { mergedIntoId: last }));
  expect(await linksOf(ana!, from)).toEqual({ to: ["Last"], from: [] });
  expect(await linksOf(ana!, last)).toEqual({ to: [], from: ["Origin"] });
  // One link is shown, and removing it removes both.
  const removal = changeOf(from, { unlinked: [{ kind: "card", id: last }] });
  await ana!.client.call(routes.changeCards, removal);
  expect(await linksOf(ana!, from)).toEqual({ to: [], from: [] });
  await ana!.client.call(routes.undoChange, { params: { changeId: removal.body.changeId } });
  expect(await linksOf(ana!, last)).toEqual({ to: [], from: ["Origin"] });
});

test("refuses more links than a card has room for", async () => {
  const card = await addCard("Full");
  const things = [];
  for (let at = 0; at <= maxCardLinks; at += 1) things.push(await addCard(`Thing ${at}`));
  const links = things.map((id) => ({ kind: "card" as const, id }));
  await link(card, ...links.slice(0, maxCardLinks));
  expect(await ana!.refused(routes.changeCards, changeOf(card, { linked: links.slice(-1) }))).toBe(
    "too_many_card_links",
  );
  // A card that is deleted takes no room.
  await ana!.client.call(routes.changeCards, changeOf(things[0]!, { isDeleted: true }));
  const isFull = async () =>
    (await ben!.client.call(routes.listCardLinks, { params: { cardId: card } })).isFull;
  expect(await isFull()).toBe(false);
  await link(card, ...links.slice(-1));
  expect(await isFull()).toBe(true);
  const { to } = await linksOf(ana!, card);
  expect([to.length, to.at(-1)]).toEqual([maxCardLinks, `Thing ${maxCardLinks}`]);
  const other = await addCard("Other");
  await link(other, { kind: "card", id: await addCard("Thing more") });
  expect(await ana!.refused(routes.changeCards, changeOf(other, { mergedIntoId: card }))).toBe(
    "too_many_card_links",
  );
});

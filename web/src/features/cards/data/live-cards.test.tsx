// @vitest-environment jsdom

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../../../test/start-live.tsx";
import { useBoard, useCard, useSections } from "./api.ts";

// After each event a section shows the same as a fresh fetch: its real hooks at the real server.

const slug = "business-development";
let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let type: CardType;
let openId: string;
let lostId: string;
let live: Live | undefined;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
  const { departments } = await server.admin.call(administrationRoutes.listDepartments, {});
  const departmentId = departments.find((one) => one.slug === slug)!.id;
  for (const { id: userId } of [ana!, ben!])
    await server.admin.call(administrationRoutes.addDepartmentMember, { params: { departmentId, userId } });
  type = (await ana!.call(routes.listSections, { params: { slug } })).sections[0]!.type;
  openId = await add("Harbour Freight");
  lostId = await add("Norr Line");
});
afterAll(() => server.close());
afterEach(() => live?.end());

async function add(title: string): Promise<string> {
  const id = uuidv7();
  await ben!.call(routes.createCard, { params: { typeId: type.id }, body: { id, title } });
  return id;
}
const change = (cardId: string, set: object, afterId?: string | null) =>
  ben!.call(routes.changeCards, {
    body: { changeId: uuidv7(), cardIds: [cardId], set, ...(afterId !== undefined && { afterId }) },
  });

const columnsOf = (board: { groups: readonly { stage: string; items: { title: string }[] }[] }) =>
  board.groups.map(({ stage, items }) => [stage, items.map(({ title }) => title)]);
const board = async () =>
  columnsOf({
    groups: await Promise.all(
      type.stages.map(async ({ id: stage }) => ({
        stage,
        ...(await ana!.call(routes.listCards, { params: { typeId: type.id }, query: { stage } })),
      })),
    ),
  });
const showBoard = () => {
  const { data } = useBoard(type, {});
  return data && columnsOf(data);
};

const cases: Record<string, LiveCase> = {
  "a board, of a new card": {
    event: "card.changed",
    show: showBoard,
    fresh: board,
    act: () => add("Moss & Mortar"),
  },
  "a board, of a card in another stage and place": {
    event: "card.changed",
    show: showBoard,
    fresh: board,
    act: async () => {
      await change(await add("Union Quay"), { stage: "won" });
      return change(openId, { stage: "won" }, null);
    },
  },
  "a board, of a card that is gone": {
    event: "card.gone",
    show: showBoard,
    fresh: board,
    act: () => change(lostId, { isDeleted: true }),
  },
  "the figures of a section": {
    event: "card.changed",
    show: () => useSections(slug).data,
    fresh: () => ana!.call(routes.listSections, { params: { slug } }),
    act: () => change(openId, { data: { value: { amount: 100, currency: "EUR" } } }),
  },
  "a card that is open": {
    event: "card.changed",
    show: () => useCard(openId).data,
    fresh: () => ana!.call(routes.getCard, { params: { cardId: openId } }),
    act: () => change(openId, { title: "Harbour Freight, renamed" }),
  },
  "a card that is open, of a step that its reader ticks on another device": {
    event: "card.steps",
    show: () => useCard(openId).data?.ownSteps,
    fresh: async () => (await ana!.call(routes.getCard, { params: { cardId: openId } })).ownSteps,
    act: () =>
      ana!.call(routes.saveSteps, { params: { cardId: openId }, body: { item: "Call", isDone: true } }),
  },
};

it.each(Object.entries(cases))("%s", async (_name, one) => {
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});

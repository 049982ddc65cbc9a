import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben]: Announcer[] = [];
let outreach: CardType;

beforeAll(async () => {
  const departments = ["Business Development"];
  ana = await createAnnouncer(server, "Ana", { departments });
  ben = await createAnnouncer(server, "Ben", { departments });
  const { sections } = await ana.client.call(routes.listSections, {
    params: { slug: "business-development" },
  });
  outreach = sections.find(({ type }) => type.slug === "outreach")!.type;
});

async function addContact(title: string) {
  const body = { id: uuidv7(), title, data: { company: title } };
  return (await ana!.client.call(routes.createCard, { params: { typeId: outreach.id }, body })).card;
}
const change = (cardId: string, set: object, changeId = uuidv7()) => ({
  body: { changeId, cardIds: [cardId], set },
});
const list = async () =>
  (await ana!.client.call(routes.listCards, { params: { typeId: outreach.id }, query: {} })).items;

test("keeps one of two cards that are merged into each other at the same time", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await addContact(`North ${round}`), await addContact(`South ${round}`)];
    const answers = await Promise.all(
      [
        [ana!, one, other],
        [ben!, other, one],
      ].map(([who, from, into]) =>
        (who as Announcer).client.send("PATCH", "/api/cards", {
          body: change((from as typeof one).id, { mergedIntoId: (into as typeof one).id }).body,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list()).filter(({ id }) => [one.id, other.id].includes(id))).toHaveLength(1);
  }
});

test("sends no events to a member who left the department, and refuses their changes and undos", async () => {
  const leaver = await createAnnouncer(server, "Olu", { departments: ["Business Development"] });
  const card = await addContact("Harbour Line");
  const changeId = uuidv7();
  await leaver.client.call(routes.changeCards, change(card.id, { title: "Harbour" }, changeId));
  const [socket, stays] = [await server.connect(leaver), await server.connect(ben!)];
  await sql`DELETE FROM user_departments WHERE user_id = ${leaver.id}`.execute(server.db);
  await expect
    .poll(() => leaver.refused(routes.getCard, { params: { cardId: card.id } }))
    .toBe("card_not_found");
  const heard = socket.received.length;
  await ana!.client.call(routes.changeCards, change(card.id, { title: "Harbour Lines" }));
  await stays.next("card.changed");
  // The answer on the same socket comes after every event that was sent before it.
  await socket.command("documents.watch", { documents: [] });
  expect(socket.received.slice(heard).filter(({ name }) => name.startsWith("card."))).toEqual([]);
  expect(await leaver.refused(routes.changeCards, change(card.id, { title: "Mine" }))).toBe("card_not_found");
  expect(await leaver.refused(routes.undoChange, { params: { changeId } })).toBe("card_change_not_found");
  expect((await list()).find(({ id }) => id === card.id)?.title).toBe("Harbour Lines");
  for (const one of [socket, stays]) one.close();
});

test("an edit keeps the fields that a colleague changed since, and is refused where they changed the same", async () => {
  const card = await addContact("Harbour Line");
  const edit = (who: Announcer, set: object, seen: object) =>
    who.client.send("PATCH", "/api/cards", { body: { ...change(card.id, set).body, seen } });
  const refused = (who: Announcer, set: object, seen: object) =>
    who.refused(routes.changeCards, { body: { ...change(card.id, set).body, seen } });
  const theirs = {
    ownerId: ana!.id,
    dueOn: "2026-12-01",
    body: "Call back",
    data: { company: "Harbour AG" },
  };
  const before = { ownerId: null, dueOn: null, body: "", data: { company: "Harbour Line" } };
  expect((await edit(ana!, theirs, before)).status).toBe(200);

  expect((await edit(ben!, { title: "Harbour" }, { title: "Harbour Line" })).status).toBe(200);
  for (const field of ["ownerId", "dueOn", "body", "data"] as const) {
    const values = { ownerId: ben!.id, dueOn: "2026-12-24", body: "Write", data: { company: "Port" } };
    expect(await refused(ben!, { [field]: values[field] }, { [field]: before[field] })).toBe(
      "changed_meanwhile",
    );
  }
  const now = (await ana!.client.call(routes.getCard, { params: { cardId: card.id } })).card;
  expect(now).toMatchObject({
    title: "Harbour",
    dueOn: "2026-12-01",
    body: "Call back",
    owner: { id: ana!.id },
  });
  expect(now.data.company).toBe("Harbour AG");
  // With the values that are there now it is a choice, and goes through.
  expect((await edit(ben!, { body: "Write" }, { body: "Call back" })).status).toBe(200);
});

import { auditRoutes } from "@atoll/contract/audit/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { maxCardsPerKey, type SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [greta, kofi]: Announcer[] = [];
let count = 0;

beforeAll(async () => {
  greta = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  kofi = await createAnnouncer(server, "Kofi", { departments: ["Backend"] });
});

const of = (cardId: string) => ({ params: { cardId } });
const reason = "Tender form";
const newMember = () => {
  count += 1;
  return createAnnouncer(server, `Member ${count}`, { departments: ["Backend"] });
};
const newCard = (more: { key?: SensitiveKey; ownerId?: string; needsTwo?: boolean } = {}) => ({
  id: uuidv7(),
  key: "backend" as const,
  title: "Gate code",
  value: "4421",
  ownerId: greta!.id,
  ...more,
});
const addCard = async (more: Parameters<typeof newCard>[0] = {}) =>
  (await greta!.client.call(routes.createCard, { body: newCard(more) })).card;
const reveal = (cardId: string) => ({ ...of(cardId), body: { id: uuidv7(), reason } });
const ask = async (who: Announcer, cardId: string) => {
  const id = uuidv7();
  await who.client.call(routes.askForSecond, { ...of(cardId), body: { id, reason } });
  return { params: { cardId, requestId: id } };
};
const leaveBackend = (who: Announcer) =>
  sql`DELETE FROM user_departments WHERE user_id = ${who.id}`.execute(server.db);
const looksAt = async (cardId: string) =>
  (await greta!.client.call(routes.listLooks, { query: { cardId } })).items;

describe("an approval", () => {
  test("is good for one reveal, also when two tabs use it at once", async () => {
    const tomasz = await newMember();
    const card = await addCard({ needsTwo: true });
    await kofi!.client.call(routes.approve, await ask(tomasz, card.id));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        tomasz.client.send("POST", `/api/sensitive-cards/${card.id}/reveals`, {
          body: { id: uuidv7(), reason },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await looksAt(card.id)).toHaveLength(1);
  });

  test("ends with the right of the person who asked, and cannot come from one who lost theirs", async () => {
    const [tomasz, approver] = [await newMember(), await newMember()];
    const card = await addCard({ needsTwo: true });
    const request = await ask(tomasz, card.id);
    await leaveBackend(approver);
    expect(await approver.refused(routes.approve, request)).toBe("sensitive_card_not_found");
    await kofi!.client.call(routes.approve, request);
    expect(await tomasz.inbox()).toContain("• Kofi approved your look at “Gate code”");
    await leaveBackend(tomasz);
    expect(await tomasz.refused(routes.reveal, reveal(card.id))).toBe("sensitive_card_not_found");
    expect(await tomasz.inbox()).not.toContain("• Kofi approved your look at “Gate code”");
  });

  test("approves only the newest request: an earlier one disappears from approvers' inboxes", async () => {
    const tomasz = await newMember();
    const card = await addCard({ needsTwo: true });
    const former = await ask(tomasz, card.id);
    await everybodyNotified(server.db);
    const socket = await server.connect(kofi!);
    const entries = async () =>
      (await kofi!.client.call(notificationRoutes.listNotifications, { query: {} })).items.filter(
        ({ title }) => title.startsWith(tomasz.user.name),
      );
    const [before] = await entries();
    await ask(tomasz, card.id);
    await everybodyNotified(server.db);
    expect(await entries()).toHaveLength(1);
    // The inbox drops the former one, or is fetched again as a whole.
    await expect
      .poll(() =>
        socket.received.filter(
          ({ name, payload }) =>
            name === "notifications.changed" ||
            (name === "notification.changed" && (payload as { id: string }).id === before?.id),
        ),
      )
      .not.toEqual([]);
    expect(await kofi!.refused(routes.approve, former)).toBe("request_over");
    socket.close();
  });
});

describe("a person who leaves Backend", () => {
  test("can no longer copy from an open reveal, and receives no events about cards", async () => {
    const tomasz = await newMember();
    const card = await addCard();
    const look = reveal(card.id);
    await tomasz.client.call(routes.reveal, look);
    const socket = await server.connect(tomasz);
    await leaveBackend(tomasz);
    const copy = { ...of(card.id), body: { revealId: look.body.id } };
    await expect.poll(() => tomasz.refused(routes.copy, copy)).toBe("sensitive_card_not_found");
    const [heard, his] = [socket.received.length, await server.connect(kofi!)];
    await kofi!.client.call(routes.reveal, reveal(card.id));
    await his.next("sensitive-cards.changed");
    // The answer on the same socket comes after every event that was sent before it.
    await socket.command("documents.watch", { documents: [] });
    expect(socket.received.slice(heard).filter(({ name }) => name.startsWith("sensitive"))).toEqual([]);
    his.close();
    expect(await looksAt(card.id)).toHaveLength(2);
    socket.close();
  });
});

test("the last place of a key is taken once", async () => {
  const { id } = await addCard({ key: "devops" });
  await sql`INSERT INTO sensitive_cards (id, key, title, owner_id, created_by, sealed, key_id, sent_hash, rotated_by)
    SELECT gen_random_uuid(), key, title, owner_id, created_by, sealed, key_id, sent_hash, rotated_by
    FROM sensitive_cards, generate_series(1, ${maxCardsPerKey - 2}::int) WHERE id = ${id}`.execute(server.db);
  const answers = await Promise.all(
    Array.from({ length: 3 }, () =>
      greta!.client.send("POST", "/api/sensitive-cards", { body: newCard({ key: "devops" }) }),
    ),
  );
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const { cards } = await greta!.client.call(routes.listCards, {});
  expect(cards.filter(({ key }) => key === "devops")).toHaveLength(maxCardsPerKey);
});

describe("without an audit log", () => {
  afterEach(() => sql`DROP TRIGGER IF EXISTS refuse ON audit_log`.execute(server.db));

  test("nothing is added, changed, rotated, deleted, asked for or approved", async () => {
    const card = await addCard({ needsTwo: true });
    const { params } = await ask(kofi!, card.id);
    const state = async () => [
      await greta!.client.call(routes.listCards, {}),
      (await greta!.client.call(auditRoutes.listEntries, { query: {} })).items.length,
      await greta!.inbox(),
    ];
    const before = await state();
    await sql`CREATE OR REPLACE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room for the audit log'; END $$`.execute(server.db);
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit()`.execute(
      server.db,
    );
    const path = `/api/sensitive-cards/${card.id}`;
    for (const [method, at, body] of [
      ["POST", "/api/sensitive-cards", newCard()],
      ["PATCH", path, { version: 1, title: "Renamed" }],
      ["PATCH", path, { version: 1, value: "0000" }],
      ["DELETE", path, undefined],
      ["POST", `${path}/requests`, { id: uuidv7(), reason }],
      ["PUT", `${path}/requests/${params.requestId}/approval`, undefined],
    ] as const) {
      const { status } = await greta!.client.send(method, at, body ? { body } : {});
      expect([method, at, status]).toEqual([method, at, 500]);
    }
    expect(await state()).toEqual(before);
  });
});

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../test/announcers.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { retireSigningKeys } from "../identity/sessions/signing-keys.ts";
import { sealedValue } from "./sealed-value.ts";

const server = sharedServer();
let greta: Announcer;
let [kofi, tomasz, ruth, hanne]: Announcer[] = [];

beforeAll(async () => {
  await createRole(server.db, { name: "bd cards", permissions: ["cards:business"] });
  greta = await createAnnouncer(server, "Greta", { roles: ["admin"] });
  kofi = await createAnnouncer(server, "Kofi", { roles: ["user", "bd cards"], departments: ["Backend"] });
  tomasz = await createAnnouncer(server, "Tomasz", { departments: ["Backend"] });
  ruth = await createAnnouncer(server, "Ruth", {
    roles: ["user", "bd cards"],
    departments: ["Business Development"],
  });
  hanne = await createAnnouncer(server, "Hanne", { departments: ["Marketing"] });
});

const secret = "ES00 4421 0093 7710";
const of = (cardId: string) => ({ params: { cardId } });

async function addCard(more: { key?: SensitiveKey; ownerId?: string; needsTwo?: boolean } = {}) {
  const body = {
    id: uuidv7(),
    key: "backend" as const,
    title: "Bank details",
    value: secret,
    ownerId: greta.id,
  };
  return (await greta.client.call(routes.createCard, { body: { ...body, ...more } })).card;
}

const reveal = (who: Announcer, cardId: string, id = uuidv7(), reason = "Tender form") =>
  who.client.call(routes.reveal, { ...of(cardId), body: { id, reason } });
const looksAt = async (cardId: string) =>
  (await greta.client.call(routes.listLooks, { query: { cardId } })).items;
const acts = async (subjectId: string) =>
  (await greta.client.call(auditRoutes.listEntries, { query: { subjectId } })).items.map(
    ({ action }) => action,
  );

describe("cards", () => {
  test("are listed by the keys that a viewer may see, and others get no page", async () => {
    const [business, backend] = [await addCard({ key: "business" }), await addCard()];
    const seen = async (who: Announcer) => {
      const { keys, cards } = await who.client.call(routes.listCards, {});
      return [keys, cards.map(({ id }) => id).filter((id) => [business.id, backend.id].includes(id))];
    };
    expect(await seen(kofi!)).toEqual([
      ["business", "backend"],
      [business.id, backend.id],
    ]);
    expect(await seen(tomasz!)).toEqual([["backend"], [backend.id]]);
    expect((await seen(greta))[0]).toHaveLength(6);
    // A key is called as its department is now.
    await server.db
      .updateTable("departments")
      .set({ name: "Platform" })
      .where("slug", "=", "backend")
      .execute();
    const { keyNames } = await tomasz!.client.call(routes.listCards, {});
    expect([keyNames.backend, keyNames.business]).toEqual(["Platform", "Business Development"]);
    for (const outsider of [ruth!, hanne!]) {
      expect(await outsider.refused(routes.listCards, {})).toBe("forbidden");
      expect(
        await outsider.refused(routes.reveal, {
          ...of(business.id),
          body: { id: uuidv7(), reason: "For me" },
        }),
      ).toBe("sensitive_card_not_found");
    }
  });

  test("keep their value out of the database, the list, the log and the audit log", async () => {
    const card = await addCard();
    await reveal(kofi!, card.id).catch(() => undefined);
    await reveal(tomasz!, card.id);
    await greta.client.call(routes.changeCard, {
      ...of(card.id),
      body: { version: 1, value: `${secret} new` },
    });
    for (const table of ["sensitive_cards", "sensitive_looks", "audit_log", "notifications", "tellings"]) {
      const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM ${sql.table(table)} t
        WHERE t::text LIKE ${`%${secret}%`} OR t::text LIKE ${`%${Buffer.from(secret).toString("hex")}%`}) AS found`.execute(
        server.db,
      );
      expect([table, rows[0]?.found]).toEqual([table, false]);
    }
    expect(JSON.stringify(await greta.client.call(routes.listCards, {}))).not.toContain(secret);
    expect((await reveal(tomasz!, card.id)).value).toBe(`${secret} new`);
  });

  test("are created once when sent twice, and refuse another value under the ID", async () => {
    const body = { id: uuidv7(), key: "backend" as const, title: "Key", value: "1234", ownerId: greta.id };
    await greta.client.call(routes.createCard, { body });
    await greta.client.call(routes.createCard, { body });
    expect(await acts(body.id)).toEqual(["sensitive-card.created"]);
    expect(await greta.refused(routes.createCard, { body: { ...body, value: "1235" } })).toBe(
      "sensitive_card_id_taken",
    );
  });

  test("are edited by their owner and administrators, with conflict detection", async () => {
    const card = await addCard({ ownerId: kofi!.id });
    const change = { ...of(card.id), body: { version: 1, title: "Renamed" } };
    expect(await tomasz!.refused(routes.changeCard, change)).toBe("forbidden");
    expect(await tomasz!.refused(routes.deleteCard, of(card.id))).toBe("forbidden");
    expect((await kofi!.client.call(routes.changeCard, change)).card).toMatchObject({
      title: "Renamed",
      version: 2,
    });
    expect(await greta.refused(routes.changeCard, change)).toBe("changed_meanwhile");
    await greta.client.call(routes.deleteCard, of(card.id));
    expect(await acts(card.id)).toEqual([
      "sensitive-card.deleted",
      "sensitive-card.updated",
      "sensitive-card.created",
    ]);
  });
});

describe("a reveal", () => {
  afterEach(() => sql`DROP TRIGGER IF EXISTS refuse ON audit_log`.execute(server.db));

  test("is recorded with its reason, notifies the owner, and counts once when sent again", async () => {
    const card = await addCard({ ownerId: ruth!.id });
    const id = uuidv7();
    const { value, hidesAt } = await reveal(tomasz!, card.id, id);
    expect(value).toBe(secret);
    expect(Date.parse(hidesAt) - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await reveal(tomasz!, card.id, id)).toEqual({ value, hidesAt });
    expect(await looksAt(card.id)).toMatchObject([
      { kind: "reveal", person: { name: "Tomasz" }, reason: "Tender form" },
    ]);
    expect(await acts(card.id)).toEqual(["sensitive-card.revealed", "sensitive-card.created"]);
    // The owner is notified even though she may not open the page.
    expect(await ruth!.inbox()).toContain("• Tomasz looked at your sensitive card “Bank details”");
    const taken = { ...of(card.id), body: { id, reason: "Another reason" } };
    expect(await tomasz!.refused(routes.reveal, taken)).toBe("change_id_taken");
    expect(await greta.refused(routes.reveal, { ...of(card.id), body: { id, reason: "Tender form" } })).toBe(
      "change_id_taken",
    );
  });

  test("requires a reason", async () => {
    const card = await addCard();
    const because = (reason: string) =>
      tomasz!.refused(routes.reveal, { ...of(card.id), body: { id: uuidv7(), reason } });
    expect(await because("  a ")).toBe("invalid_request: reason");
    expect(await because("x".repeat(201))).toBe("invalid_request: reason");
    expect(await looksAt(card.id)).toEqual([]);
  });

  test("is refused when the audit log cannot be written, and so is a copy", async () => {
    const card = await addCard({ ownerId: ruth!.id });
    const open = uuidv7();
    await reveal(tomasz!, card.id, open);
    await sql`CREATE OR REPLACE FUNCTION pg_temp_refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room for the audit log'; END $$`.execute(server.db);
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION pg_temp_refuse()`.execute(
      server.db,
    );
    for (const [path, body] of [
      ["reveals", { id: uuidv7(), reason: "Tender form" }],
      ["copies", { revealId: open }],
    ] as const) {
      const answer = await tomasz!.client.send("POST", `/api/sensitive-cards/${card.id}/${path}`, { body });
      expect(answer.status).toBe(500);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
    expect(await looksAt(card.id)).toHaveLength(1);
  });

  test("can be copied only by the same person and within its time", async () => {
    const card = await addCard();
    const revealId = uuidv7();
    await reveal(tomasz!, card.id, revealId);
    const copy = { ...of(card.id), body: { revealId } };
    expect(await greta.refused(routes.copy, copy)).toBe("reveal_over");
    expect(await tomasz!.client.call(routes.copy, copy)).toEqual({ value: secret });
    expect((await looksAt(card.id)).map(({ kind }) => kind)).toEqual(["copy", "reveal"]);
    await sql`UPDATE sensitive_looks SET hides_at = now() WHERE id = ${revealId}`.execute(server.db);
    expect(await tomasz!.refused(routes.copy, copy)).toBe("reveal_over");
  });

  test("requires a second person for a two-person card even if its owner's account was deleted", async () => {
    const leaving = await createAnnouncer(server, "Lena", { departments: ["Backend"] });
    const card = await addCard({ needsTwo: true, ownerId: leaving.id });
    await greta.client.call(administrationRoutes.deleteUser, {
      params: { userId: leaving.id },
      body: { handOverTo: greta.id },
    });
    const read = async () =>
      (await greta.client.call(routes.listCards, {})).cards.find(({ id }) => id === card.id)!;
    const { version, ...inherited } = await read();
    expect(inherited).toMatchObject({ owner: { id: greta.id }, isInherited: true, needsTwo: true });
    const alone = { ...of(card.id), body: { version, needsTwo: false } };
    expect(await greta.refused(routes.changeCard, alone)).toBe("forbidden");
    expect(
      await greta.refused(routes.reveal, { ...of(card.id), body: { id: uuidv7(), reason: "For me" } }),
    ).toBe("second_person_required");
    await everybodyNotified(server.db);
    const { items } = await tomasz!.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items.map(({ title }) => title)).toContain("Greta inherited the sensitive card “Bank details”");
    const confirm = { ...of(card.id), body: { ownerId: greta.id } };
    expect(await greta.refused(routes.confirmOwner, confirm)).toBe("own_request");
    await tomasz!.client.call(routes.confirmOwner, confirm);
    const confirmed = await read();
    expect(confirmed.isInherited).toBe(false);
    const body = { version: confirmed.version, needsTwo: false };
    expect((await greta.client.call(routes.changeCard, { ...of(card.id), body })).card.needsTwo).toBe(false);
  });

  test("is refused for a reason that nobody can see", async () => {
    const card = await addCard();
    for (const reason of [
      "\u200b".repeat(20),
      "\u2800\u3164\u00a0\u2060".repeat(9),
      `a${"\u200d".repeat(20)}`,
    ])
      expect(await tomasz!.refused(routes.reveal, { ...of(card.id), body: { id: uuidv7(), reason } })).toBe(
        "invalid_request: reason",
      );
  });

  test("waits for the second person of a two-person card, allows one access, and only the owner can lift this", async () => {
    const card = await addCard({ needsTwo: true, ownerId: kofi!.id });
    const [id, reason] = [uuidv7(), "Refund from the provider"];
    const look = { ...of(card.id), body: { id: uuidv7(), reason } };
    expect(await tomasz!.refused(routes.reveal, look)).toBe("second_person_required");
    const asked = await tomasz!.client.call(routes.askForSecond, { ...of(card.id), body: { id, reason } });
    expect(asked.card.ownRequest).toMatchObject({ id, approvedBy: null });
    expect(await kofi!.inbox()).toContain("• Tomasz asks for a second person to see “Bank details”");
    expect(await hanne!.inbox()).not.toContain("• Tomasz asks for a second person to see “Bank details”");
    const approval = { params: { cardId: card.id, requestId: id } };
    expect(await tomasz!.refused(routes.approve, approval)).toBe("own_request");
    expect(await hanne!.refused(routes.approve, approval)).toBe("sensitive_card_not_found");
    await kofi!.client.call(routes.approve, approval);
    expect(await tomasz!.inbox()).toContain("• Kofi approved your look at “Bank details”");
    expect((await tomasz!.client.call(routes.reveal, look)).value).toBe(secret);
    expect(await tomasz!.refused(routes.reveal, { ...look, body: { id: uuidv7(), reason } })).toBe(
      "second_person_required",
    );
    expect(await looksAt(card.id)).toMatchObject([{ approvedBy: { name: "Kofi" } }]);
    const loosen = { ...of(card.id), body: { version: 1, needsTwo: false } };
    expect(await greta.refused(routes.changeCard, loosen)).toBe("forbidden");
    await kofi!.client.call(routes.changeCard, loosen);
  });

  test("is broadcast to people who see the card", async () => {
    const card = await addCard();
    const socket = await server.connect(tomasz!);
    await eventEqualsRefetch({
      socket,
      event: "sensitive-cards.changed",
      fetch: async () => (await tomasz!.client.call(routes.listCards, {})).cards,
      act: async () => void (await reveal(greta, card.id)),
      apply: (_before, _payload, fresh) => fresh,
    });
    socket.close();
  });
});

test("values can be read after a key rotation, are encrypted with the new key, and cannot be moved to another card", async () => {
  const [card, other] = [await addCard(), await addCard()];
  await retireSigningKeys(server.db);
  // Until the server has received the new key, it would sign with the retired one.
  await expect
    .poll(async () => (await greta.client.send("GET", identityRoutes.getCurrentUser.path)).status)
    .toBe(401);
  const late = await createAnnouncer(server, "Late", { roles: ["admin"] });
  const keyOf = () =>
    server.db
      .selectFrom("sensitive_cards")
      .select("key_id")
      .where("id", "=", card.id)
      .executeTakeFirstOrThrow();
  const before = await keyOf();
  expect((await reveal(late, card.id)).value).toBe(secret);
  await server.db.transaction().execute(sealedValue.reseal);
  expect(await keyOf()).not.toEqual(before);
  expect((await reveal(late, card.id)).value).toBe(secret);
  await sql`UPDATE sensitive_cards SET sealed = (SELECT sealed FROM sensitive_cards WHERE id = ${card.id})
    WHERE id = ${other.id}`.execute(server.db);
  const body = { id: uuidv7(), reason: "Swapped" };
  const answer = await late.client.send("POST", `/api/sensitive-cards/${other.id}/reveals`, { body });
  expect(answer.status).toBe(500);
});

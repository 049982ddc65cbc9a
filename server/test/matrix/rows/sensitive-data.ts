import { sensitiveDataEvents } from "@atoll/contract/sensitive-data/events";
import { sensitiveDataRoutes } from "@atoll/contract/sensitive-data/routes";
import { uuidv7 } from "uuidv7";
import { sealedValue } from "../../../src/features/sensitive-data/sealed-value.ts";
import type { AdmittedName } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";

const admins: AdmittedName[] = ["admin", "adminAccess", "superAdmin"];
/** Members of Backend, who can see its cards, and administrators. */
const openers: AdmittedName[] = ["voiceless", "member", "author", "departmentRole", ...admins];

interface Things {
  /** A card of Backend, owned by the author. */
  backendId: string;
  /** A card of Marketing, which only administrators see. */
  marketingId: string;
}

async function addCard(
  { db, actors }: World,
  card: { key: "backend" | "marketing"; title: string; value: string; needsTwo?: boolean },
): Promise<string> {
  const id = uuidv7();
  const { key, title, value, needsTwo = false } = card;
  await db
    .insertInto("sensitive_cards")
    .values({
      id,
      key,
      title,
      owner_id: actors.author.id,
      created_by: actors.author.id,
      rotated_by: actors.author.id,
      needs_two: needsTwo,
      sent_hash: Buffer.alloc(32),
      ...(await sealedValue.seal(db, id, value)),
    })
    .execute();
  return id;
}

const spareCard = (world: World, needsTwo = false) =>
  addCard(world, { key: "backend", title: "Spare", value: "spare", needsTwo });

const ofNobody = signedIn("sensitive_card_not_found");
const ofBackend = signedIn("sensitive_card_not_found", each(openers, "ok"));
const ofMarketing = signedIn("sensitive_card_not_found", each(admins, "ok"));
const because = () => ({ id: uuidv7(), reason: "A look of the matrix" });

export const sensitiveDataSlice = defineSlice<
  typeof sensitiveDataRoutes,
  keyof typeof sensitiveDataEvents,
  Things
>({
  name: "sensitive-data",
  routes: sensitiveDataRoutes,
  eventNames: sensitiveDataEvents,
  async furnish(world) {
    const hide = (what: string, readers: readonly AdmittedName[]) => world.secrets.hide(what, readers);
    const backendId = await addCard(world, {
      key: "backend",
      title: hide("the title of a sensitive card of Backend", openers),
      value: hide("the value of a sensitive card of Backend", openers),
    });
    const marketingId = await addCard(world, {
      key: "marketing",
      title: hide("the title of a sensitive card of Marketing", admins),
      value: hide("the value of a sensitive card of Marketing", admins),
    });
    for (const [cardId, readers] of [
      [backendId, openers],
      [marketingId, admins],
    ] as const) {
      await world.db
        .insertInto("sensitive_looks")
        .values({
          id: uuidv7(),
          card_id: cardId,
          kind: "reveal",
          person_id: world.actors.author.id,
          reason: hide("the reason of a look", readers),
          approved_by: null,
          hides_at: new Date(),
        })
        .execute();
    }
    return { backendId, marketingId };
  },
  rows: {
    listCards: { all: { request: () => ({}), expect: signedIn("forbidden", each(openers, "ok")) } },
    listLooks: {
      all: { request: () => ({ query: {} }), expect: signedIn("forbidden", each(openers, "ok")) },
      "of a card of Marketing": {
        request: ({ things }) => ({ query: { cardId: things.marketingId } }),
        expect: signedIn("forbidden", each(openers, "ok")),
      },
      malformed: { request: () => ({ query: { cardId: "x" } }), expect: signedIn("invalid_request") },
    },
    createCard: {
      "of Backend": {
        request: ({ world }) => ({
          body: { id: uuidv7(), key: "backend", title: "New", value: "new", ownerId: world.actors.author.id },
        }),
        expect: signedIn("forbidden", each(openers, "ok")),
      },
      "of Marketing": {
        request: ({ world }) => ({
          body: {
            id: uuidv7(),
            key: "marketing",
            title: "New",
            value: "new",
            ownerId: world.actors.author.id,
          },
        }),
        expect: signedIn("forbidden", each(admins, "ok")),
      },
      "without a value": {
        request: ({ world }) => ({
          body: { id: uuidv7(), key: "backend", title: "New", value: "", ownerId: world.actors.author.id },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    changeCard: {
      "of the author": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("card", () => spareCard(world)) },
          body: { version: 1, value: "another" },
        }),
        expect: signedIn("sensitive_card_not_found", {
          ...each(openers, "forbidden"),
          ...each(["author", ...admins], "ok"),
        }),
      },
      "to one person where two are needed": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("guarded card", () => spareCard(world, true)) },
          body: { version: 1, needsTwo: false },
        }),
        expect: signedIn("sensitive_card_not_found", { ...each(openers, "forbidden"), author: "ok" }),
      },
    },
    deleteCard: {
      "of the author": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("card", () => spareCard(world)) },
        }),
        expect: signedIn("sensitive_card_not_found", {
          ...each(openers, "forbidden"),
          ...each(["author", ...admins], "ok"),
        }),
      },
      missing: { request: () => ({ params: { cardId: uuidv7() } }), expect: ofNobody },
    },
    reveal: {
      "of Backend": {
        request: ({ things }) => ({ params: { cardId: things.backendId }, body: because() }),
        expect: ofBackend,
      },
      "of Marketing": {
        request: ({ things }) => ({ params: { cardId: things.marketingId }, body: because() }),
        expect: ofMarketing,
      },
      "without a second person": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("guarded card", () => spareCard(world, true)) },
          body: because(),
        }),
        expect: signedIn("sensitive_card_not_found", each(openers, "second_person_required")),
      },
      missing: { request: () => ({ params: { cardId: uuidv7() }, body: because() }), expect: ofNobody },
      "without a reason": {
        request: ({ things }) => ({
          params: { cardId: things.backendId },
          body: { id: uuidv7(), reason: " " },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    copy: {
      "while one's own reveal is open": {
        request: async ({ world, things, actor }) => {
          const revealId = uuidv7();
          const known = await world.db
            .selectFrom("profiles")
            .select("id")
            .where("id", "=", actor.id)
            .executeTakeFirst();
          if (known)
            await world.db
              .insertInto("sensitive_looks")
              .values({
                id: revealId,
                card_id: things.backendId,
                kind: "reveal",
                person_id: actor.id,
                reason: "A look of the matrix",
                approved_by: null,
                hides_at: new Date(Date.now() + 60_000),
              })
              .execute();
          return { params: { cardId: things.backendId }, body: { revealId } };
        },
        expect: ofBackend,
      },
      "without a reveal": {
        request: ({ things }) => ({ params: { cardId: things.backendId }, body: { revealId: uuidv7() } }),
        expect: signedIn("sensitive_card_not_found", each(openers, "reveal_over")),
      },
    },
    askForSecond: {
      "of a card of two": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("guarded card", () => spareCard(world, true)) },
          body: because(),
        }),
        expect: ofBackend,
      },
      "of a card of one": {
        request: ({ things }) => ({ params: { cardId: things.backendId }, body: because() }),
        expect: signedIn("sensitive_card_not_found", each(openers, "second_person_not_needed")),
      },
    },
    confirmOwner: {
      "who inherited it, by another person": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("inherited card", () => inheritedCard(world)) },
          body: { ownerId: world.actors.author.id },
        }),
        expect: signedIn("sensitive_card_not_found", { ...each(openers, "ok"), author: "own_request" }),
      },
      "who is another one by now": {
        request: async ({ world, spare }) => ({
          params: { cardId: await spare("inherited card", () => inheritedCard(world)) },
          body: { ownerId: uuidv7() },
        }),
        expect: signedIn("sensitive_card_not_found", each(openers, "changed_meanwhile")),
      },
    },
    approve: {
      "somebody else's": {
        request: async ({ world, spare }) => spare("request", () => newRequest(world)),
        expect: ofBackend,
      },
      missing: {
        request: ({ things }) => ({ params: { cardId: things.backendId, requestId: uuidv7() } }),
        expect: signedIn("sensitive_card_not_found", each(openers, "request_over")),
      },
    },
  },
  events: {
    "sensitive-cards.changed": {
      change: async ({ world }) => {
        const answer = await world.send(world.actors.author, "POST", "/api/sensitive-cards", {
          id: uuidv7(),
          key: "backend",
          title: "Heard of",
          value: "heard of",
          ownerId: world.actors.author.id,
        });
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      },
      // A person who lost chat is still a member of Backend.
      receivers: [...openers, "demoted"],
    },
  },
});

async function inheritedCard(world: World): Promise<string> {
  const cardId = await spareCard(world, true);
  await world.db
    .updateTable("sensitive_cards")
    .set({ inherited_at: new Date(), owner_id: world.actors.author.id })
    .where("id", "=", cardId)
    .execute();
  return cardId;
}

async function newRequest(world: World) {
  const cardId = await spareCard(world, true);
  const requestId = uuidv7();
  const { id } = await world.newPerson();
  await world.db
    .insertInto("sensitive_requests")
    .values({
      id: requestId,
      card_id: cardId,
      person_id: id,
      reason: "A request of the matrix",
      approved_by: null,
      used_at: null,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { params: { cardId, requestId } };
}

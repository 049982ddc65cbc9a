import { cardEvents } from "@atoll/contract/cards/events";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { uuidv7 } from "uuidv7";
import { type AdmittedName, admittedNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";

/** Members of Backend. Nobody else, whatever they administer. */
const members: AdmittedName[] = ["voiceless", "member", "author", "departmentRole"];
/** Who holds `cards/backend`, too. */
const withView: AdmittedName[] = ["departmentRole"];

interface Things {
  openType: string;
  restrictedType: string;
  openCard: string;
  restrictedCard: string;
}

const stages = [
  { id: "open", name: "Open", kind: "open", probability: 0 },
  { id: "done", name: "Done", kind: "won", probability: 100 },
];

async function addType({ db, departmentIds }: World, slug: string, isRestricted: boolean, name: string) {
  const { id } = await db
    .insertInto("card_types")
    .values({
      department_id: departmentIds.Backend ?? "",
      slug,
      name,
      singular: "card",
      stages: JSON.stringify(stages),
      fields: "[]",
      value_field: null,
      stale_days: null,
      is_restricted: isRestricted,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

let count = 0;
async function addCard({ db, actors }: World, typeId: string, title = "Spare"): Promise<string> {
  const id = uuidv7();
  count += 1;
  await db
    .insertInto("cards")
    .values({
      id,
      type_id: typeId,
      title,
      stage: "open",
      rank: `a${String(count).padStart(6, "0")}V`,
      owner_id: actors.author.id,
      due_on: null,
      data: "{}",
      sent_hash: Buffer.alloc(32),
      created_by: actors.author.id,
    })
    .execute();
  return id;
}

async function addChange({ db }: World, cardId: string, actorId: string): Promise<string> {
  const changeId = uuidv7();
  await db
    .insertInto("object_changes")
    .values({
      change_id: changeId,
      subject_kind: "card",
      subject_id: cardId,
      actor_id: actorId,
      field: "title",
      before: JSON.stringify("Before"),
      after: JSON.stringify("Spare"),
    })
    .execute();
  return changeId;
}

const ofSection = signedIn("section_not_found", each(members, "ok"));
const ofRestrictedSection = signedIn("section_not_found", each(withView, "ok"));
const ofCard = signedIn("card_not_found", each(members, "ok"));
const ofRestrictedCard = signedIn("card_not_found", each(withView, "ok"));
const rename = (cardId: string) => ({ changeId: uuidv7(), cardIds: [cardId], set: { title: "Renamed" } });

export const cardSlice = defineSlice<typeof cardRoutes, keyof typeof cardEvents, Things>({
  name: "cards",
  routes: cardRoutes,
  eventNames: cardEvents,
  async furnish(world) {
    const hide = (what: string, readers: readonly AdmittedName[]) => world.secrets.hide(what, readers);
    const openType = await addType(world, "matrix", false, hide("the name of a section", members));
    const restrictedType = await addType(
      world,
      "matrix-restricted",
      true,
      hide("the name of a restricted section", withView),
    );
    return {
      openType,
      restrictedType,
      openCard: await addCard(world, openType, hide("the title of a card", members)),
      restrictedCard: await addCard(world, restrictedType, hide("the title of a restricted card", withView)),
    };
  },
  rows: {
    listSections: {
      "of Backend": { request: () => ({ params: { slug: "backend" } }), expect: ofSection },
      "of no department": {
        request: () => ({ params: { slug: "moon" } }),
        expect: signedIn("section_not_found"),
      },
    },
    listCards: {
      open: {
        request: ({ things }) => ({ params: { typeId: things.openType }, query: {} }),
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({ params: { typeId: things.restrictedType }, query: { sort: "title" } }),
        expect: ofRestrictedSection,
      },
    },
    exportCards: {
      open: {
        request: ({ things }) => ({ params: { typeId: things.openType }, query: {} }),
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({ params: { typeId: things.restrictedType }, query: {} }),
        expect: ofRestrictedSection,
      },
    },
    createCard: {
      open: {
        request: ({ things }) => ({
          params: { typeId: things.openType },
          body: { id: uuidv7(), title: "New" },
        }),
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({
          params: { typeId: things.restrictedType },
          body: { id: uuidv7(), title: "New" },
        }),
        expect: ofRestrictedSection,
      },
    },
    getCard: {
      open: { request: ({ things }) => ({ params: { cardId: things.openCard } }), expect: ofCard },
      restricted: {
        request: ({ things }) => ({ params: { cardId: things.restrictedCard } }),
        expect: ofRestrictedCard,
      },
      missing: { request: () => ({ params: { cardId: uuidv7() } }), expect: signedIn("card_not_found") },
    },
    changeCards: {
      open: {
        request: async ({ world, things, spare }) => ({
          body: rename(await spare("card", () => addCard(world, things.openType))),
        }),
        expect: ofCard,
      },
      restricted: {
        request: async ({ world, things, spare }) => ({
          body: rename(await spare("restricted card", () => addCard(world, things.restrictedType))),
        }),
        expect: ofRestrictedCard,
      },
      nothing: {
        request: ({ things }) => ({ body: { changeId: uuidv7(), cardIds: [things.openCard], set: {} } }),
        expect: signedIn("invalid_request"),
      },
    },
    undoChange: {
      "one's own": {
        request: async ({ world, things, actor }) => {
          const owner = admittedNames.some((name) => name === actor.name) ? actor : world.actors.stranger;
          return {
            params: { changeId: await addChange(world, await addCard(world, things.openType), owner.id) },
          };
        },
        expect: signedIn("card_change_not_found", each(members, "ok")),
      },
      "somebody else's": {
        request: async ({ world, things, spare }) => ({
          params: {
            changeId: await spare("a change", async () => {
              const { id } = await world.newPerson({ name: "Mover of cards" });
              return addChange(world, await addCard(world, things.openType), id);
            }),
          },
        }),
        expect: signedIn("card_change_not_found"),
      },
      missing: {
        request: () => ({ params: { changeId: uuidv7() } }),
        expect: signedIn("card_change_not_found"),
      },
    },
    readHistory: {
      open: { request: ({ things }) => ({ params: { cardId: things.openCard }, query: {} }), expect: ofCard },
      restricted: {
        request: ({ things }) => ({ params: { cardId: things.restrictedCard }, query: {} }),
        expect: ofRestrictedCard,
      },
    },
  },
  events: {
    "card.changed": {
      change: async ({ world, things }) => {
        const body = { id: uuidv7(), title: "Heard of" };
        const path = `/api/card-types/${things.openType}/cards`;
        const answer = await world.send(world.actors.author, "POST", path, body);
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      },
      // Who lost the chat is a member of Backend still.
      receivers: [...members, "demoted"],
    },
    "card.gone": {
      change: async ({ world, things }) => {
        const cardId = await addCard(world, things.openType);
        const body = { changeId: uuidv7(), cardIds: [cardId], set: { isDeleted: true } };
        const answer = await world.send(world.actors.author, "PATCH", "/api/cards", body);
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      },
      receivers: [...members, "demoted"],
    },
  },
});

import { cardEvents } from "@atoll/contract/cards/events";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { uuidv7 } from "uuidv7";
import { type AdmittedName, admittedNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { apiRows } from "./card-apis.ts";
import { hookRows } from "./card-hooks.ts";
import { addAlertsType, addShownIncident, incidentRows, statusRows } from "./card-incidents.ts";
import { monitoringRows } from "./card-monitoring.ts";
import { onCallRows } from "./card-on-call.ts";
import { sequenceRows } from "./card-sequences.ts";
import { settingsManagers, settingsRows } from "./card-settings.ts";
import {
  addApprovedType,
  addCard,
  addCardToApprove,
  addToGivenSections,
  addType,
  type CardThings,
  contentOfCard,
  members,
  ofEachSection,
  ofOneSection,
  withView,
} from "./card-things.ts";

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

const approval = (cardId: string, given: { field: string; item?: string; content: string }) => ({
  params: { cardId },
  body: { changeId: uuidv7(), isApproved: true, ...given },
});

type Input = CaseInput<CardThings>;
const ofSection = signedIn("section_not_found", each(members, "ok"));
const ofRestrictedSection = signedIn("section_not_found", each(withView, "ok"));
const ofCard = signedIn("card_not_found", each(members, "ok"));
const ofRestrictedCard = signedIn("card_not_found", each(withView, "ok"));
const rename = (cardId: string) => ({ changeId: uuidv7(), cardIds: [cardId], set: { title: "Renamed" } });

/** A request about a section, and the same about one that is restricted. */
const ofBothSections = <Call>(callOf: (typeId: string) => Call) => ({
  open: { request: ({ things }: Input) => callOf(things.openType), expect: ofSection },
  restricted: { request: ({ things }: Input) => callOf(things.restrictedType), expect: ofRestrictedSection },
});
/** A request about a card, and the same about one of a restricted section. */
const ofBothCards = <Call>(callOf: (cardId: string) => Call) => ({
  open: { request: ({ things }: Input) => callOf(things.openCard), expect: ofCard },
  restricted: { request: ({ things }: Input) => callOf(things.restrictedCard), expect: ofRestrictedCard },
});
const ofDepartment = {
  "of Backend": { request: () => ({ params: { slug: "backend" } }), expect: ofSection },
  "of no department": {
    request: () => ({ params: { slug: "moon" } }),
    expect: signedIn("section_not_found"),
  },
};
const cardToApprove = ({ world, things, spare }: Input) =>
  spare("card to approve", () => addCardToApprove(world, things.approvedType));

async function sendAsAuthor(world: World, method: string, path: string, body: object): Promise<void> {
  const answer = await world.send(world.actors.author, method, path, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export const cardSlice = defineSlice<typeof cardRoutes, keyof typeof cardEvents, CardThings>({
  name: "cards",
  routes: cardRoutes,
  eventNames: cardEvents,
  async furnish(world) {
    const hide = (what: string, readers: readonly AdmittedName[]) => world.secrets.hide(what, readers);
    const openName = hide("the name of a section", [...members, ...settingsManagers]);
    const openType = await addType(world, "matrix", openName);
    const ownName = hide("the name of an own section", [...members, ...settingsManagers]);
    const ownType = await addType(world, "matrix-own", ownName);
    await world.db.updateTable("card_types").set({ is_own: true }).where("id", "=", ownType).execute();
    const restrictedName = hide("the name of a restricted section", [...withView, ...settingsManagers]);
    const restrictedType = await addType(world, "matrix-restricted", restrictedName, true);
    return {
      openType,
      restrictedType,
      openCard: await addCard(world, openType, hide("the title of a card", members)),
      restrictedCard: await addCard(world, restrictedType, hide("the title of a restricted card", withView)),
      alertsType: await addAlertsType(world),
      approvedType: await addApprovedType(world),
      given: await addToGivenSections(world),
    };
  },
  rows: {
    listSections: ofDepartment,
    listCards: {
      ...ofEachSection("section_not_found", ({ typeId }) => ({ params: { typeId }, query: {} })),
      open: {
        request: ({ things }) => ({ params: { typeId: things.openType }, query: {} }),
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({ params: { typeId: things.restrictedType }, query: { sort: "title" } }),
        expect: ofRestrictedSection,
      },
    },
    readBoard: ofBothSections((typeId) => ({ params: { typeId }, query: {} })),
    readTotals: ofBothSections((typeId) => ({ params: { typeId }, query: {} })),
    setColumns: ofBothSections((typeId) => ({ params: { typeId }, body: { columns: [] } })),
    exportCards: ofBothSections((typeId) => ({ params: { typeId }, query: {} })),
    createCard: ofBothSections((typeId) => ({ params: { typeId }, body: { id: uuidv7(), title: "New" } })),
    getCard: {
      ...ofEachSection("card_not_found", ({ cardId }) => ({ params: { cardId } })),
      ...ofBothCards((cardId) => ({ params: { cardId } })),
      missing: { request: () => ({ params: { cardId: uuidv7() } }), expect: signedIn("card_not_found") },
    },
    listCardLinks: {
      ...ofEachSection("card_not_found", ({ cardId }) => ({ params: { cardId } })),
      ...ofBothCards((cardId) => ({ params: { cardId } })),
    },
    listLinkingCards: {
      open: {
        request: ({ things }) => ({ params: { kind: "card" as const, id: things.openCard } }),
        expect: signedIn("card_link_not_found", each(members, "ok")),
      },
      restricted: {
        request: ({ things }) => ({ params: { kind: "card" as const, id: things.restrictedCard } }),
        expect: signedIn("card_link_not_found", each(withView, "ok")),
      },
    },
    changeCards: {
      ...ofEachSection("card_not_found", ({ cardId }) => ({
        body: { changeId: uuidv7(), cardIds: [cardId], set: { dueOn: "2027-01-01" } },
      })),
      "merged into another": {
        request: async ({ world, things, spare }) => {
          const cardId = await spare("merged card", () => addCard(world, things.openType));
          return { body: { changeId: uuidv7(), cardIds: [cardId], set: { mergedIntoId: things.openCard } } };
        },
        expect: ofCard,
      },
      "merged into one of a restricted section": {
        request: async ({ world, things, spare }) => {
          const cardId = await spare("card to merge", () => addCard(world, things.openType));
          return {
            body: { changeId: uuidv7(), cardIds: [cardId], set: { mergedIntoId: things.restrictedCard } },
          };
        },
        expect: signedIn("card_not_found"),
      },
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
      "into a stage that asks for an approval": {
        request: async (input) => {
          const cardId = await cardToApprove(input);
          return { body: { changeId: uuidv7(), cardIds: [cardId], set: { stage: "done" } } };
        },
        expect: signedIn("card_not_found", each(members, "card_not_ready")),
      },
      "ticking the approval of another person": {
        request: async (input) => {
          const cardId = await cardToApprove(input);
          const list = [{ text: "Price", isDone: true }];
          return { body: { changeId: uuidv7(), cardIds: [cardId], set: { data: { list } } } };
        },
        expect: signedIn("card_not_found", each(members, "card_field_wrong")),
      },
      nothing: {
        request: ({ things }) => ({ body: { changeId: uuidv7(), cardIds: [things.openCard], set: {} } }),
        expect: signedIn("invalid_request"),
      },
    },
    approveCard: {
      "named: the approver alone": {
        request: async (input) => {
          const cardId = await cardToApprove(input);
          return approval(cardId, { field: "approver", content: await contentOfCard(input.world, cardId) });
        },
        expect: signedIn("card_not_found", { ...each(members, "not_the_approver"), member: "ok" }),
      },
      "open to all: everybody but the owner": {
        request: async (input) => {
          const cardId = await cardToApprove(input);
          const content = await contentOfCard(input.world, cardId);
          return approval(cardId, { field: "list", item: "Price", content });
        },
        expect: signedIn("card_not_found", { ...each(members, "ok"), author: "own_approval" }),
      },
      "another content": {
        request: async (input) =>
          approval(await cardToApprove(input), { field: "approver", content: "another" }),
        expect: signedIn("card_not_found", {
          ...each(members, "not_the_approver"),
          member: "changed_meanwhile",
        }),
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
    readHistory: ofBothCards((cardId) => ({ params: { cardId }, query: {} })),
    readOverview: ofDepartment,
    setOnCall: {
      "of Backend": {
        request: ({ world }) => ({
          params: { slug: "backend" },
          body: { personId: world.actors.author.id, until: "2037-01-01T09:00:00.000Z" },
        }),
        expect: ofSection,
      },
      "a person of another department": {
        request: ({ world }) => ({
          params: { slug: "backend" },
          body: { personId: world.actors.stranger.id, until: "2037-01-01T09:00:00.000Z" },
        }),
        expect: signedIn("section_not_found", each(members, "person_not_found")),
      },
    },
    saveSteps: ofBothCards((cardId) => ({ params: { cardId }, body: { item: "One", isDone: true } })),
    findReaders: ofBothSections((typeId) => ({ params: { typeId }, query: {} })),
    importSeries: {
      open: {
        request: async ({ world, things, spare }) => {
          await spare("a card with a history", () => addCard(world, things.openType, "measured"));
          return {
            params: { typeId: things.openType },
            body: { changeId: uuidv7(), csv: "measured,2026-11-20,4" },
          };
        },
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({
          params: { typeId: things.restrictedType },
          body: { changeId: uuidv7(), csv: "nobody,2026-11-20,4" },
        }),
        expect: ofRestrictedSection,
      },
      unreadable: {
        request: ({ things }) => ({
          params: { typeId: things.openType },
          body: { changeId: uuidv7(), csv: "name\nname" },
        }),
        expect: signedIn("section_not_found", each(members, "series_wrong")),
      },
    },
    ...hookRows,
    ...settingsRows,
    listOwnSections: { all: { request: () => ({}), expect: signedIn("ok") } },
    listReadableSections: { all: { request: () => ({}), expect: signedIn("ok") } },
    ...sequenceRows,
    ...apiRows,
    readGrid: ofBothSections((typeId) => ({ params: { typeId }, query: {} })),
    ...monitoringRows,
    ...incidentRows,
    ...statusRows,
    ...onCallRows,
    importCards: {
      open: {
        request: ({ things }) => ({
          params: { typeId: things.openType },
          body: { changeId: uuidv7(), csv: "Name\nImported", isDryRun: false },
        }),
        expect: ofSection,
      },
      restricted: {
        request: ({ things }) => ({
          params: { typeId: things.restrictedType },
          body: { changeId: uuidv7(), csv: "Name\nImported", isDryRun: true },
        }),
        expect: ofRestrictedSection,
      },
      unreadable: {
        request: ({ things }) => ({
          params: { typeId: things.openType },
          body: { changeId: uuidv7(), csv: "Name", isDryRun: true },
        }),
        expect: signedIn("section_not_found", each(members, "csv_unreadable")),
      },
    },
    importFile: {
      "where no file fits": {
        request: ({ things }) => ({
          params: { typeId: things.openType },
          body: { changeId: uuidv7(), group: "billing", text: "CREATE TABLE a (id int)", isDryRun: false },
        }),
        expect: signedIn("section_not_found", each(members, "card_import_wrong")),
      },
      ...ofOneSection("backend/schema", "section_not_found", ({ typeId }) => ({
        params: { typeId },
        body: { changeId: uuidv7(), group: "billing", text: "CREATE TABLE a (id int)", isDryRun: true },
      })),
    },
    readDiagram: ofBothSections((typeId) => ({ params: { typeId } })),
    createTask: {
      open: {
        request: ({ things }) => ({
          params: { cardId: things.openCard },
          body: { id: uuidv7(), title: "Follow up" },
        }),
        expect: signedIn("card_not_found", { ...each(members, "ok"), voiceless: "forbidden" }),
      },
      restricted: {
        request: ({ things }) => ({
          params: { cardId: things.restrictedCard },
          body: { id: uuidv7(), title: "Follow up" },
        }),
        expect: signedIn("card_not_found", { ...each(withView, "ok"), voiceless: "forbidden" }),
      },
    },
  },
  events: {
    "section.changed": {
      change: async ({ world }) => {
        const body = { personId: world.actors.author.id, until: "2037-01-01T09:00:00.000Z" };
        const path = "/api/departments/backend/on-call";
        await sendAsAuthor(world, "PUT", path, body);
      },
      receivers: [...members, "demoted"],
    },
    "service-status.changed": {
      change: async ({ world, things }) => {
        const incident = await addShownIncident(world, things.alertsType);
        const body = { id: uuidv7(), text: "Heard of" };
        await sendAsAuthor(world, "POST", `/api/incidents/${incident}/updates`, body);
      },
      receivers: [...admittedNames, "demoted" as const].filter(
        (name) => name !== "mustSetUp" && name !== "mustChoose",
      ),
    },
    "incident.changed": {
      change: async ({ world, things }) => {
        const path = `/api/card-types/${things.alertsType}/incidents`;
        await sendAsAuthor(world, "POST", path, { id: uuidv7(), title: "Heard of" });
      },
      receivers: [...members, "demoted"],
    },
    "card.changed": {
      change: async ({ world, things }) => {
        const body = { id: uuidv7(), title: "Heard of" };
        const path = `/api/card-types/${things.openType}/cards`;
        await sendAsAuthor(world, "POST", path, body);
      },
      // A person who lost chat is still a member of Backend.
      receivers: [...members, "demoted"],
    },
    "card.steps": {
      change: async ({ world, things }) => {
        const cardId = await addCard(world, things.openType);
        await sendAsAuthor(world, "PUT", `/api/cards/${cardId}/steps`, { item: "Read", isDone: true });
      },
      receivers: ["author"],
    },
    "card.gone": {
      change: async ({ world, things }) => {
        const cardId = await addCard(world, things.openType);
        const body = { changeId: uuidv7(), cardIds: [cardId], set: { isDeleted: true } };
        await sendAsAuthor(world, "PATCH", "/api/cards", body);
      },
      receivers: [...members, "demoted"],
    },
  },
});

import { ideaEvents } from "@atoll/contract/ideas/events";
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { IdeasChange } from "@atoll/contract/ideas/schemas";
import { uuidv7 } from "uuidv7";
import { admittedNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { must } from "./chat-things.ts";
import {
  addIdeaChange,
  admins,
  createIdeaRow,
  furnishIdeas,
  type Input,
  members,
  of,
  states,
  type Things,
} from "./idea-things.ts";

const anybody = <Request>(request: Request) => ({
  anybody: { request: () => request, expect: signedIn("ok") },
});
/** A new one of the author's for each success. */
const newOne = ({ world, spare }: Input, ofTeam: boolean) =>
  spare(`idea ${ofTeam}`, () =>
    createIdeaRow(
      world,
      world.actors.author.id,
      ofTeam ? { audience_ids: [world.departmentIds.Backend ?? ""] } : {},
    ),
  );
const decision = (more: object = {}) => ({
  id: uuidv7(),
  status: "planned" as const,
  reply: "In spring.",
  seenStatus: "new" as const,
  ...more,
});

const many = (ideaIds: string[], set: IdeasChange["set"]) => ({ changeId: uuidv7(), ideaIds, set });

export const ideaSlice = defineSlice<typeof routes, keyof typeof ideaEvents, Things>({
  name: "ideas",
  routes,
  eventNames: ideaEvents,
  furnish: furnishIdeas,
  rows: {
    listIdeas: {
      ...anybody({ query: {} }),
      "the newest": { request: () => ({ query: { order: "newest" as const } }), expect: signedIn("ok") },
      "in an order that there is not": {
        request: () => ({ query: { order: "oldest" as never } }),
        expect: signedIn("invalid_request"),
      },
    },
    exportIdeas: anybody({ query: {} }),
    summariseIdeas: anybody({ query: {} }),
    createIdea: {
      "a new one": {
        request: () => ({ body: { id: uuidv7(), title: "Words", isAnonymous: true } }),
        expect: signedIn("ok"),
      },
      "for a department that there is not": {
        request: () => ({ body: { id: uuidv7(), title: "Words", audienceIds: [uuidv7()] } }),
        expect: signedIn("department_not_found"),
      },
      "under the id of another's": {
        request: ({ things }) => ({ body: { id: things.foreignId, title: "Words" } }),
        expect: signedIn("idea_id_taken"),
      },
      malformed: {
        request: () => ({ body: { id: "first", title: "" } }),
        expect: signedIn("invalid_request"),
      },
    },
    getIdea: {
      ...states(of),
      malformed: { request: () => of("first"), expect: signedIn("invalid_request") },
    },
    changeIdea: {
      "the text of one for everyone": {
        request: async (input) => ({
          ...of(await newOne(input, false)),
          body: { textVersion: 1, text: "Other words" },
        }),
        expect: signedIn("forbidden", { author: "ok" }),
      },
      "the tags of one for everyone": {
        request: async (input) => ({
          ...of(await newOne(input, false)),
          body: { textVersion: 1, tags: ["x"] },
        }),
        expect: signedIn("forbidden", each(["author", ...admins], "ok")),
      },
      "the text of one for the department": {
        request: async (input) => ({
          ...of(await newOne(input, true)),
          body: { textVersion: 1, text: "Words" },
        }),
        expect: signedIn("idea_not_found", { ...each(members, "forbidden"), author: "ok" }),
      },
      "that has changed since": {
        request: ({ things }) => ({ ...of(things.openId), body: { textVersion: 99 } }),
        expect: signedIn("forbidden", each(["author", ...admins], "changed_meanwhile")),
      },
    },
    changeIdeas: {
      "the owner of one for everyone": {
        request: async (input) => ({
          body: many([await newOne(input, false)], { ownerId: input.things.colleagueId }),
        }),
        expect: signedIn("forbidden", each(admins, "ok")),
      },
      "the tags of one for everyone": {
        request: async (input) => ({ body: many([await newOne(input, false)], { addTags: ["x"] }) }),
        expect: signedIn("forbidden", each(["author", ...admins], "ok")),
      },
      "the status of one for the department": {
        request: async (input) => ({
          body: many([await newOne(input, true)], { answer: { status: "planned", reply: "Soon" } }),
        }),
        expect: signedIn("idea_not_found", each(members, "forbidden")),
        lacksOutside: true,
      },
      "of which one is for another department": {
        request: async (input) => ({
          body: many([await newOne(input, false), input.things.foreignId], { ownerId: null }),
        }),
        expect: signedIn("idea_not_found"),
      },
    },
    undoIdeaChange: {
      // Those who may not change it have lost the right since.
      "of the viewer's own": {
        request: async (input) => {
          const { world, actor } = input;
          const made = admittedNames.some((name) => name === actor.name) ? actor : world.actors.stranger;
          const ideaId = await createIdeaRow(world, world.actors.author.id, { status: "planned" });
          return { params: { changeId: await addIdeaChange(world, ideaId, made.id) } };
        },
        expect: signedIn("idea_change_not_found", each(admins, "ok")),
      },
      "of a colleague": {
        request: async ({ world, things }) => ({
          params: { changeId: await addIdeaChange(world, things.openId, things.colleagueId) },
        }),
        expect: signedIn("idea_change_not_found"),
      },
      missing: {
        request: () => ({ params: { changeId: uuidv7() } }),
        expect: signedIn("idea_change_not_found"),
      },
    },
    deleteIdea: {
      "one for everyone": {
        request: async (input) => of(await newOne(input, false)),
        expect: signedIn("forbidden", { author: "ok" }),
      },
      "one for another department": {
        request: ({ things }) => of(things.foreignId),
        expect: signedIn("idea_not_found"),
      },
    },
    decideIdea: {
      "one for everyone": {
        request: async (input) => ({ ...of(await newOne(input, false)), body: decision() }),
        expect: signedIn("forbidden", each(admins, "ok")),
      },
      "one for the department": {
        request: async (input) => ({ ...of(await newOne(input, true)), body: decision() }),
        expect: signedIn("idea_not_found", each(members, "forbidden")),
        lacksOutside: true,
      },
      "with another status by now": {
        request: ({ things }) => ({ ...of(things.openId), body: decision({ seenStatus: "shipped" }) }),
        expect: signedIn("forbidden", each(admins, "changed_meanwhile")),
      },
    },
    scoreIdea: states((id) => ({ ...of(id), body: { impact: 3, effortWeeks: 5 as const } })),
    clearIdeaScore: states(of),
    listIdeaEntries: states((id) => ({ ...of(id), query: {} })),
    promoteIdea: {
      "one for everyone": {
        request: async (input) => ({
          ...of(await newOne(input, false)),
          body: { id: uuidv7(), title: "Work", seenTasks: 0 },
        }),
        expect: signedIn("ok", { voiceless: "forbidden" }),
      },
      "one for another department": {
        request: ({ things }) => ({
          ...of(things.foreignId),
          body: { id: uuidv7(), title: "Work", seenTasks: 0 },
        }),
        expect: signedIn("idea_not_found", { voiceless: "forbidden" }),
      },
    },
  },
  events: {
    "idea.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.author, "PATCH", `/api/ideas/${things.teamId}`, {
          textVersion: 1,
          title: world.secrets.hide("a new title of an idea", members),
        }),
      // Somebody without permissions still is in the department.
      receivers: [...members, "demoted"],
    },
    "idea.gone": {
      async change({ world }) {
        const id = await createIdeaRow(world, world.actors.author.id, {
          audience_ids: [world.departmentIds.Backend ?? ""],
        });
        await must(world, world.actors.author, "DELETE", `/api/ideas/${id}`);
      },
      receivers: [...members, "demoted"],
    },
    "idea.scored": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", `/api/ideas/${things.openId}/score`, {
          impact: 2,
          effortWeeks: 3,
        }),
      receivers: ["member"],
    },
  },
});

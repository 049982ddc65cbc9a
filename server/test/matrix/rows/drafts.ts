import { draftEvents } from "@atoll/contract/drafts/events";
import { draftRoutes } from "@atoll/contract/drafts/routes";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";

/** A draft is its writer's, whatever it is written to: nothing is asked of the subject, and nothing is told of it. */
export const draftSlice = defineSlice({
  name: "drafts",
  routes: draftRoutes,
  eventNames: draftEvents,
  furnish: async (world) => {
    await keepSecret(world);
    return {};
  },
  rows: {
    listDrafts: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    saveDraft: {
      anywhere: {
        request: () => ({ body: { subject: `channel/${uuidv7()}`, content: "Not sent yet" } }),
        expect: signedIn("ok"),
      },
      "in a part of something": {
        request: () => ({ body: { subject: `thread/${uuidv7()}/${uuidv7()}`, content: "Not sent yet" } }),
        expect: signedIn("ok"),
      },
      "thrown away": {
        request: () => ({ body: { subject: `comment:task/${uuidv7()}`, content: "" } }),
        expect: signedIn("ok"),
      },
      "to no thing at all": {
        request: () => ({ body: { subject: "channel", content: "Not sent yet" } }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: { "draft.changed": { change: ({ world }) => keepSecret(world), receivers: ["member"] } },
});

async function keepSecret(world: World): Promise<void> {
  const content = world.secrets.hide("a draft", ["member"]);
  await must(world, world.actors.member, "PUT", "/api/drafts", { subject: `channel/${uuidv7()}`, content });
}

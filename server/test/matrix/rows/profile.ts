import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { uuidv7 } from "uuidv7";
import { upload } from "../../upload.ts";
import { admittedNames } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";

interface Things {
  /** Uploaded by the author, and shown by nobody. */
  foreignId: string;
}

const letIn = admittedNames.filter((name) => name !== "mustSetUp" && name !== "mustChoose");

export const profileSlice = defineSlice<typeof profileRoutes, never, Things>({
  name: "profile",
  routes: profileRoutes,
  eventNames: {},
  furnish: async (world) => ({ foreignId: (await uploadPicture(world, world.actors.author)).id }),
  rows: {
    setPicture: {
      "one's own": {
        request: async ({ world, actor, spare }) => ({
          body: {
            attachmentId:
              // People without access cannot upload either.
              (
                await spare("a picture", () =>
                  uploadPicture(
                    world,
                    letIn.some((name) => name === actor.name) ? actor : world.actors.member,
                  ),
                )
              ).id,
          },
        }),
        expect: signedIn("ok"),
      },
      "a colleague's": {
        request: ({ things }) => ({ body: { attachmentId: things.foreignId } }),
        expect: signedIn("attachment_not_found", { author: "ok" }),
      },
      missing: {
        request: () => ({ body: { attachmentId: uuidv7() } }),
        expect: signedIn("attachment_not_found"),
      },
      none: { request: () => ({ body: { attachmentId: null } }), expect: signedIn("ok") },
      malformed: { request: () => ({ body: { attachmentId: "me" } }), expect: signedIn("invalid_request") },
    },
    changePreferences: {
      "one's own": { request: () => ({ body: { hours: "12" } }), expect: signedIn("ok") },
      "that there are not": {
        request: () => ({ body: { timeZone: "Europe/Atlantis" } }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {},
});

/** The smallest picture there is, as an upload leaves it. */
export async function uploadPicture(world: World, { token = "" }: { token?: string | undefined }) {
  const pixel = "R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
  const by = { session: { accessToken: token } };
  const content = new Uint8Array(Buffer.from(pixel, "base64"));
  const { id, filename } = await upload(world.server, by, { name: "me.gif", kind: "picture", content });
  return { id, filename };
}

import { fileRoutes } from "@atoll/contract/files/routes";
import { uuidv7 } from "uuidv7";
import { createClient } from "../../client.ts";
import { upload } from "../../upload.ts";
import type { ActorName } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { chatters } from "./chat-states.ts";
import { type Things as ChatThings, furnishChat, inside, letInToChat, must } from "./chat-things.ts";
import { uploadPicture } from "./profile.ts";

interface Things extends ChatThings {
  /** Sent in the shared channel by the author. */
  sharedFileId: string;
  /** Sent in the hidden one. */
  hiddenFileId: string;
  /** Sent in the shared channel by the author, with its bytes. */
  storedFileId: string;
  /** A way to the shared file that was made for the author. */
  link: { path: string; query: URLSearchParams };
  picture: { id: string; filename: string };
  newPicture: { id: string; filename: string };
}

export const fileSlice = defineSlice<typeof fileRoutes, never, Things>({
  name: "files",
  routes: fileRoutes,
  eventNames: {},
  furnish,
  letIn: letInToChat,
  rows: {
    uploadAttachment: {
      "without a file": { request: () => ({ query: {} }), expect: chatters("file_missing") },
      "for messages": { request: () => ({ query: { kind: "message" } }), expect: chatters("file_missing") },
      "for a picture of oneself": {
        request: () => ({ query: { kind: "picture" } }),
        expect: signedIn("file_missing"),
      },
      "for a kind of things that there is not": {
        request: () => ({ query: { kind: "moon" } }),
        expect: signedIn("forbidden"),
      },
    },
    deleteAttachment: {
      "the author's, not sent": {
        request: async ({ world, spare }) => ({
          params: {
            attachmentId: await spare("a file", () => insertFile(world, world.actors.author.id, null, [])),
          },
        }),
        expect: signedIn("attachment_not_found", { author: "ok" }),
      },
      sent: {
        request: ({ things }) => ({ params: { attachmentId: things.sharedFileId } }),
        expect: signedIn("attachment_not_found"),
      },
      missing: {
        request: () => ({ params: { attachmentId: uuidv7() } }),
        expect: signedIn("attachment_not_found"),
      },
      malformed: {
        request: () => ({ params: { attachmentId: "plan" } }),
        expect: signedIn("invalid_request"),
      },
    },
    createAttachmentLinks: {
      "of files here and there": {
        request: ({ things }) => ({ body: { ids: [things.sharedFileId, things.hiddenFileId, uuidv7()] } }),
        expect: signedIn("ok"),
      },
      malformed: { request: () => ({ body: { ids: ["plan"] } }), expect: signedIn("invalid_request") },
    },
    readFile: {
      // A link works for anyone who has it, while the person it was made for may read the file.
      "by a link of a member": {
        request: ({ world, things, spare }) => spare("a link", () => linkOfDouble(world, things)),
        expect: everyone("ok"),
      },
      "by a link of somebody who left the channel": {
        request: ({ world, things, spare }) =>
          spare("a leaver's link", () =>
            linkOfDouble(world, things, ({ id }) =>
              world.db.deleteFrom("channel_members").where("user_id", "=", id).execute(),
            ),
          ),
        expect: everyone("attachment_not_found"),
      },
      "by a link of somebody who lost team chat": {
        request: ({ world, things, spare }) =>
          spare("a mute's link", () =>
            linkOfDouble(world, things, ({ id }) =>
              world.db
                .updateTable("user_roles")
                .set({ role_id: world.roleIds.visitor ?? "" })
                .where("user_id", "=", id)
                .execute(),
            ),
          ),
        expect: everyone("attachment_not_found"),
      },
      "by a link of somebody who signed out": {
        request: ({ world, things, spare }) =>
          spare("an ended link", () =>
            linkOfDouble(world, things, ({ sessionId }) =>
              world.db
                .updateTable("sessions")
                .set({ ended_at: new Date() })
                .where("id", "=", sessionId)
                .execute(),
            ),
          ),
        expect: everyone("attachment_not_found"),
      },
      "by a link with another signature": {
        request: ({ things }) => fileCall(things.link, { signature: "x".repeat(43) }, things.sharedFileId),
        expect: everyone("attachment_not_found"),
      },
      "by a link for another file": {
        request: ({ things }) => fileCall(things.link, {}, things.hiddenFileId),
        expect: everyone("attachment_not_found"),
      },
      "by a link that is said to last longer": {
        request: ({ things }) => fileCall(things.link, { until: "4000000000" }, things.sharedFileId),
        expect: everyone("attachment_not_found"),
      },
      malformed: {
        request: ({ things }) => fileCall(things.link, { until: "tomorrow" }, things.sharedFileId),
        expect: everyone("invalid_request"),
      },
    },
    readPicture: {
      // Anyone who knows the address may see it, and everyone who knows colleagues knows the address.
      "one that is shown": { request: ({ things }) => pictureCall(things.picture), expect: everyone("ok") },
      "under another name": {
        request: ({ things }) => pictureCall({ ...things.picture, filename: "1-0-picture.webp" }),
        expect: everyone("attachment_not_found"),
      },
      "one that is not shown yet": {
        request: ({ things }) => pictureCall(things.newPicture),
        expect: everyone("attachment_not_found"),
      },
      "a file of a message": {
        request: async ({ world, things }) => {
          const id = things.storedFileId;
          const { filename } = await world.db
            .selectFrom("files")
            .select("filename")
            .where("id", "=", id)
            .executeTakeFirstOrThrow();
          return pictureCall({ id, filename });
        },
        expect: everyone("attachment_not_found"),
      },
      malformed: {
        request: () => pictureCall({ id: "me", filename: "me.webp" }),
        expect: everyone("invalid_request"),
      },
    },
  },
  events: {},
});

function pictureCall({ id, filename }: { id: string; filename: string }) {
  return { params: { attachmentId: id, filename } };
}

async function furnish(world: World): Promise<Things> {
  const things = await furnishChat(world);
  const { author } = world.actors;
  const sharedFileId = await insertFile(world, author.id, things.messages.root, inside);
  const hiddenFileId = await insertFile(world, author.id, things.messages.hidden, []);
  const { links } = await createClient(world.server.url, author.token).call(
    fileRoutes.createAttachmentLinks,
    {
      body: { ids: [sharedFileId] },
    },
  );
  const link = new URL(links[0]?.url ?? "", world.server.url);
  // The text of a file is found by people who may read the file.
  await storeFile(world, things.sharedId, world.secrets.hide("the text of a file", inside));
  return {
    ...things,
    sharedFileId,
    hiddenFileId,
    storedFileId: await storeFile(world, things.sharedId, "7 fathoms"),
    link: { path: link.pathname, query: link.searchParams },
    picture: await insertPicture(world, true),
    newPicture: await insertPicture(world, false),
  };
}

/** Inserts a picture of a person who gets none from other rows. */
async function insertPicture(world: World, isShown: boolean) {
  const picture = await uploadPicture(world, { token: world.actors.author.token });
  const { id } = await world.newPerson({ name: "Colleague with a picture" });
  if (isShown)
    await world.db.updateTable("files").set({ subject_id: id }).where("id", "=", picture.id).execute();
  return picture;
}

/** A file that the author uploaded and sent. */
async function storeFile(world: World, channelId: string, content: string): Promise<string> {
  const by = { session: { accessToken: world.actors.author.token ?? "" } };
  const { id } = await upload(world.server, by, { name: "depths.txt", content });
  await must(world, world.actors.author, "POST", `/api/channels/${channelId}/messages`, {
    id: uuidv7(),
    attachmentIds: [id],
  });
  return id;
}

/** A link that somebody else in the shared channel got, before what then happens to them. */
async function linkOfDouble(
  world: World,
  things: Things,
  then: (double: { id: string; sessionId: string }) => Promise<unknown> = async () => undefined,
) {
  const double = await world.newDouble("member");
  await letInToChat(world, things, double);
  const { links } = await createClient(world.server.url, double.token).call(
    fileRoutes.createAttachmentLinks,
    { body: { ids: [things.storedFileId] } },
  );
  await then(double);
  const link = new URL(links[0]?.url ?? "", world.server.url);
  return fileCall({ path: link.pathname, query: link.searchParams }, {}, things.storedFileId);
}

function fileCall(link: Things["link"], query: Record<string, string>, attachmentId: string) {
  const filename = decodeURIComponent(link.path.split("/").at(-1) ?? "");
  const all = { ...Object.fromEntries(link.query), ...query };
  return { params: { attachmentId, filename }, query: all as never };
}

/** A file as an upload leaves it, without its bytes. */
async function insertFile(
  { db, secrets }: World,
  ownerId: string,
  messageId: string | null,
  readers: readonly ActorName[],
): Promise<string> {
  const id = uuidv7();
  const name = `${secrets.hide("the name of a file", readers)}.pdf`;
  await db
    .insertInto("files")
    .values({
      id,
      owner_id: ownerId,
      subject_kind: "message",
      subject_id: messageId,
      bucket: "chat-attachments",
      key: `public/${ownerId}/${id}`,
      filename: name,
      original_name: name,
      mime_type: "application/pdf",
      size_bytes: 12,
      width: null,
      height: null,
      preview: "pdf",
    })
    .execute();
  if (messageId)
    await db.updateTable("messages").set({ has_attachment: true }).where("id", "=", messageId).execute();
  return id;
}

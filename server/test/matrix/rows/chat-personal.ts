import { draftRoutes } from "@atoll/contract/chat/draft-routes";
import { chatEvents } from "@atoll/contract/chat/events";
import { fileRoutes } from "@atoll/contract/chat/file-routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/chat/search-routes";
import { uuidv7 } from "uuidv7";
import { createClient } from "../../client.ts";
import { openSocket } from "../../socket.ts";
import { upload } from "../../upload.ts";
import type { ActorName } from "../actors.ts";
import { each, everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { commandRows } from "./chat-commands.ts";
import {
  type Things as ChatThings,
  channelStates,
  chatters,
  commonWord,
  furnishChat,
  inside,
  letInToChat,
  must,
} from "./chat-things.ts";

interface Things extends ChatThings {
  /** Sent in the shared channel by the author. */
  sharedFileId: string;
  /** Sent in the hidden one. */
  hiddenFileId: string;
  /** Sent in the shared channel by the author, with its bytes. */
  storedFileId: string;
  /** A way to the shared file that was made for the author. */
  link: { path: string; query: URLSearchParams };
}

const routes = { ...draftRoutes, ...fileRoutes, ...searchRoutes };
type Events = "draft.changed" | "typing.changed" | "presence.changed";

export const chatPersonalSlice = defineSlice<typeof routes, Events, Things>({
  name: "chat (drafts, files, search, presence)",
  routes,
  eventNames: {
    "draft.changed": chatEvents["draft.changed"],
    "typing.changed": chatEvents["typing.changed"],
    "presence.changed": chatEvents["presence.changed"],
  },
  furnish,
  letIn: letInToChat,
  rows: {
    listDrafts: { "one's own": { request: () => ({}), expect: chatters("ok") } },
    saveDraft: {
      ...channelStates((channelId) => ({ body: { channelId, content: "Not sent yet" } })),
      "in a thread": {
        request: ({ things }) => ({
          body: { channelId: things.sharedId, parentId: things.messages.root, content: "Not sent yet" },
        }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "in a thread of elsewhere": {
        request: ({ things }) => ({
          body: { channelId: things.sharedId, parentId: things.messages.hidden, content: "Not sent yet" },
        }),
        expect: chatters("channel_not_found", each(inside, "message_not_found")),
      },
    },
    uploadAttachment: {
      "without a file": { request: () => ({}), expect: chatters("file_missing") },
    },
    deleteAttachment: {
      "the author's, not sent": {
        request: async ({ world, spare }) => ({
          params: {
            attachmentId: await spare("a file", () => insertFile(world, world.actors.author.id, null, [])),
          },
        }),
        expect: chatters("attachment_not_found", { author: "ok" }),
      },
      sent: {
        request: ({ things }) => ({ params: { attachmentId: things.sharedFileId } }),
        expect: chatters("attachment_not_found"),
      },
      missing: {
        request: () => ({ params: { attachmentId: uuidv7() } }),
        expect: chatters("attachment_not_found"),
      },
      malformed: {
        request: () => ({ params: { attachmentId: "plan" } }),
        expect: signedIn("invalid_request"),
      },
    },
    createAttachmentLinks: {
      "of files here and there": {
        request: ({ things }) => ({ body: { ids: [things.sharedFileId, things.hiddenFileId, uuidv7()] } }),
        expect: chatters("ok"),
      },
      malformed: { request: () => ({ body: { ids: ["plan"] } }), expect: signedIn("invalid_request") },
    },
    readFile: {
      // A link is for whoever holds it, as long as the person it was made for may read the file.
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
    searchMessages: {
      everywhere: { request: () => ({ query: { query: commonWord } }), expect: chatters("ok") },
      ...channelStates((channelId) => ({ query: { query: commonWord, channelId } })),
    },
  },
  commands: commandRows,
  events: {
    "draft.changed": {
      change: ({ world, things }) =>
        must(world, world.actors.member, "PUT", "/api/drafts", {
          channelId: things.sharedId,
          content: world.secrets.hide("a draft", ["member"]),
        }),
      receivers: ["member"],
    },
    "typing.changed": {
      change: async ({ world, things, listeners }) => {
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("typing.set", { channelId: things.sharedId, parentId: null, isTyping: true });
        socket.close();
      },
      receivers: ["member", "departmentRole"],
    },
    // Only who asks is told.
    "presence.changed": {
      change: async ({ world, listeners, sockets }) => {
        const userIds = [listeners.author.id];
        for (const name of ["member", "stranger"] as const)
          await sockets[name].command("presence.watch", { userIds });
        await sockets.voiceless.refused("presence.watch", { userIds });
        await sockets.demoted.refused("presence.watch", { userIds });
        const socket = await openSocket(world.server.url, listeners.author.token);
        await socket.command("presence.set", { isIdle: false, status: "deep-dive" });
        await socket.command("presence.set", { isIdle: false, status: null });
        socket.close();
      },
      receivers: ["member", "stranger"],
    },
  },
});

async function furnish(world: World): Promise<Things> {
  const things = await furnishChat(world);
  const { author } = world.actors;
  const sharedFileId = await insertFile(world, author.id, things.messages.root, inside);
  const hiddenFileId = await insertFile(world, author.id, things.messages.hidden, []);
  const { links } = await createClient(world.server.url, author.token).call(
    chatRoutes.createAttachmentLinks,
    {
      body: { ids: [sharedFileId] },
    },
  );
  const link = new URL(links[0]?.url ?? "", world.server.url);
  return {
    ...things,
    sharedFileId,
    hiddenFileId,
    storedFileId: await storeFile(world, things.sharedId),
    link: { path: link.pathname, query: link.searchParams },
  };
}

/** A file that the author uploaded and sent. */
async function storeFile(world: World, channelId: string): Promise<string> {
  const by = { session: { accessToken: world.actors.author.token ?? "" } };
  const { id } = await upload(world.server, by, { name: "depths.txt", content: "7 fathoms" });
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
    chatRoutes.createAttachmentLinks,
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
    .insertInto("attachments")
    .values({
      id,
      owner_id: ownerId,
      message_id: messageId,
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

import { notificationEvents } from "@atoll/contract/notifications/events";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { uuidv7 } from "uuidv7";
import { everybodyNotified } from "../../settled.ts";
import { type Actor, admittedNames } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { type Things as ChatThings, furnishChat, inside, letInToChat, must } from "./chat-things.ts";

interface Things extends ChatThings {
  /** An entry of somebody who plays no part. */
  strangeId: string;
}

export const notificationSlice = defineSlice<
  typeof notificationRoutes,
  keyof typeof notificationEvents,
  Things
>({
  name: "notifications",
  routes: notificationRoutes,
  eventNames: notificationEvents,
  async furnish(world) {
    const things = await furnishChat(world);
    await call(world, things.sharedId, "@channel, a call that is hidden", inside);
    const [strangeId] = await entriesOf(world, { id: things.colleagueId }, 1);
    return { ...things, strangeId: strangeId ?? "" };
  },
  letIn: letInToChat,
  rows: {
    listNotifications: {
      "one's own": { request: () => ({ query: {} }), expect: signedIn("ok") },
      "of a tab": {
        request: () => ({ query: { tab: "mentions", state: "unread" } }),
        expect: signedIn("ok"),
      },
      "put away": { request: () => ({ query: { state: "done" } }), expect: signedIn("ok") },
      "of no such tab": {
        request: () => ({ query: { tab: "gossip" as "mentions" } }),
        expect: signedIn("invalid_request"),
      },
      "behind no place": { request: () => ({ query: { cursor: "x" } }), expect: signedIn("invalid_request") },
    },
    countNotifications: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    changeNotifications: {
      "one's own": {
        request: async ({ world, actor }) => ({
          body: { changes: (await entriesOf(world, actor, 2)).map((id) => ({ id, isRead: true })) },
        }),
        expect: signedIn("ok"),
      },
      "another's, and none": {
        request: ({ things }) => ({
          body: {
            changes: [
              { id: things.strangeId, isDone: true },
              { id: uuidv7(), isRead: true },
            ],
          },
        }),
        expect: signedIn("ok"),
      },
      "to a time that has been": {
        request: ({ things }) => ({
          body: { changes: [{ id: things.strangeId, snoozedUntil: "2020-01-01T00:00:00.000Z" }] },
        }),
        expect: signedIn("snooze_out_of_range"),
      },
      malformed: {
        request: () => ({ body: { changes: [{ id: "first", isRead: true }] } }),
        expect: signedIn("invalid_request"),
      },
    },
    getNotificationSettings: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    setNotificationSettings: {
      "one's own": { request: () => ({ body: defaultNotificationSettings }), expect: signedIn("ok") },
      malformed: {
        request: () => ({
          body: { ...defaultNotificationSettings, quietHours: { timeZone: "Atlantis", days: [] } },
        }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "notification.changed": {
      async change({ world, things }) {
        // Whatever other rows have chosen there.
        await world.db
          .updateTable("channel_members")
          .set({ notify: "all", is_muted: false })
          .where("channel_id", "=", things.sharedId)
          .where("user_id", "=", world.actors.member.id)
          .execute();
        await call(world, things.sharedId, "@The member, come here", inside, ["member"]);
      },
      receivers: ["member"],
    },
    "notifications.changed": {
      async change({ world }) {
        const ids = await entriesOf(world, world.actors.member, 2);
        await must(world, world.actors.member, "PATCH", "/api/notifications", {
          changes: ids.map((id) => ({ id, isRead: true })),
        });
      },
      receivers: ["member"],
    },
    "settings.changed": {
      change: ({ world }) =>
        must(world, world.actors.member, "PUT", "/api/notifications/settings", defaultNotificationSettings),
      receivers: ["member"],
    },
  },
});

/** The author calls people in a channel, with words that only its readers may see. */
async function call(
  world: World,
  channelId: string,
  text: string,
  readers: Parameters<World["secrets"]["hide"]>[1],
  called: readonly (typeof inside)[number][] = [],
): Promise<void> {
  await must(world, world.actors.author, "POST", `/api/channels/${channelId}/messages`, {
    id: uuidv7(),
    content: `${text}: ${world.secrets.hide("what was told", readers)}`,
    mentionIds: called.map((name) => world.actors[name].id),
  });
  await everybodyNotified(world.db);
}

/** New entries of a person, where there is an account to have some. */
async function entriesOf(world: World, person: { id: string } | Actor, howMany: number): Promise<string[]> {
  const isOutside = "name" in person && !admittedNames.some((name) => name === person.name);
  const userId = isOutside ? (await world.newPerson()).id : person.id;
  const rows = await world.db
    .insertInto("notifications")
    .values(
      Array.from({ length: howMany }, () => ({
        user_id: userId,
        kind: "role.given",
        tab: "account",
        subject_id: uuidv7(),
        reason: "concerned",
        facts: JSON.stringify({ actor: "An administrator", place: "keeper" }),
        at: new Date(),
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

import { reminderRoutes } from "@atoll/contract/reminders/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { chatters } from "./chat-states.ts";
import { inside, ownedChannel } from "./chat-things.ts";

interface Things {
  reminderId: string;
  channelId: string;
}
type Input = CaseInput<Things>;

/** Writes a reminder of a person for the distant future. People without an account have none. */
async function newReminder(world: World, owner: Pick<Actor, "id" | "name">): Promise<string> {
  const id = uuidv7();
  const text = world.secrets.hide("the text of a reminder", [owner.name]);
  await sql`INSERT INTO reminders (id, owner_id, person_id, text, due_at, sent_hash)
    SELECT ${id}, id, id, ${text}, now() + interval '300 days', '\\x00' FROM accounts WHERE id = ${owner.id}`.execute(
    world.db,
  );
  return id;
}

const at = () => new Date(Date.now() + 24 * 3600_000).toISOString();
const newBody = () => ({ id: uuidv7(), text: "Water the plants", at: at(), target: { kind: "me" as const } });

export const reminderSlice = defineSlice<typeof reminderRoutes, never, Things>({
  name: "reminders",
  routes: reminderRoutes,
  eventNames: {},
  furnish: async (world) => ({
    reminderId: await newReminder(world, world.actors.author),
    channelId: await ownedChannel(world, inside),
  }),
  rows: {
    listReminders: { own: { request: () => ({ query: {} }), expect: signedIn("ok") } },
    createReminder: {
      "of oneself": { request: () => ({ body: newBody() }), expect: signedIn("ok") },
      "of a colleague": {
        request: ({ world }: Input) => ({
          body: { ...newBody(), target: { kind: "person" as const, id: world.actors.author.id } },
        }),
        expect: signedIn("ok"),
      },
      "of a private channel": {
        request: ({ things }: Input) => ({
          body: { ...newBody(), target: { kind: "channel" as const, id: things.channelId } },
        }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "written in a private channel": {
        request: ({ things }: Input) => ({ body: { ...newBody(), placeId: things.channelId } }),
        expect: chatters("channel_not_found", each(inside, "ok")),
      },
      "of nobody": {
        request: () => ({ body: { ...newBody(), target: { kind: "person" as const, id: uuidv7() } } }),
        expect: signedIn("person_not_found"),
      },
      "in the past": {
        request: () => ({ body: { ...newBody(), at: "2020-01-01T00:00:00.000Z" } }),
        expect: signedIn("reminder_out_of_range"),
      },
    },
    cancelReminder: {
      own: {
        request: async ({ world, actor, spare }: Input) => ({
          params: { reminderId: await spare("an own reminder", () => newReminder(world, actor)) },
        }),
        expect: signedIn("ok"),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: { reminderId: things.reminderId } }),
        expect: signedIn("reminder_not_found"),
      },
    },
  },
  events: {},
});

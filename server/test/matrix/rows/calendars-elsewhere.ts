import { createHash } from "node:crypto";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { uuidv7 } from "uuidv7";
import { each, everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { furnishEvents, managers, members, of, states, type Things } from "./event-things.ts";
import { anybody } from "./task-things.ts";

const file = Buffer.from(
  "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Words\r\nDTSTART:20270301T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR",
).toString("base64");
const body = { file, zone: "UTC" };

interface FeedThings extends Things {
  /** The secret of a colleague's feed. No route may reveal it. With it, the feed needs no sign-in. */
  feedSecret: string;
}

async function furnishFeed(world: World): Promise<FeedThings> {
  const feedSecret = world.secrets.hide("the secret of a feed", []).padEnd(43, "a");
  const follower = await world.newDouble("stranger");
  const secret_hash = createHash("sha256").update(feedSecret).digest();
  await world.db.insertInto("calendar_feeds").values({ user_id: follower.id, secret_hash }).execute();
  return { ...(await furnishEvents(world)), feedSecret };
}

const missing = `${"a".repeat(43)}.ics`;

/** The states of a file, as its dry run and its import have them. */
function bringing<More extends object>(more: () => More) {
  return {
    anybody: { request: () => ({ body: { ...body, ...more() } }), expect: signedIn("ok") },
    "into somebody's calendar": {
      request: ({ things }: { things: Things }) => ({
        body: { ...body, ...more(), calendarId: things.calendarId },
      }),
      expect: signedIn("calendar_not_found", { member: "ok" }),
    },
    "of no calendar": {
      request: () => ({ body: { ...body, ...more(), file: "bm8gY2FsZW5kYXI=" } }),
      expect: signedIn("ics_unreadable"),
    },
  };
}

export const calendarsElsewhereSlice = defineSlice<typeof icsRoutes, never, FeedThings>({
  name: "calendars-elsewhere",
  routes: icsRoutes,
  eventNames: {},
  furnish: furnishFeed,
  rows: {
    previewImport: bringing(() => ({})),
    importCalendar: bringing(() => ({ changeId: uuidv7() })),
    exportEvent: {
      ...states(of),
      "of the department, and private": {
        request: ({ things }) => of(things.secretId),
        expect: signedIn("event_not_found"),
      },
      "of the department": {
        request: ({ things }) => of(things.teamId),
        expect: signedIn("event_not_found", each([...members, ...managers], "ok")),
      },
    },
    getFeed: anybody({}),
    makeFeed: anybody({}),
    endFeed: anybody({}),
    readFeed: {
      "by its address": {
        request: ({ things }) => ({ params: { secret: `${things.feedSecret}.ics` } }),
        expect: everyone("ok"),
      },
      "that was ended, or never was": {
        request: () => ({ params: { secret: missing } }),
        expect: everyone("feed_not_found"),
      },
    },
  },
  events: {},
});

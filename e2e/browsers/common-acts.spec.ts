import { announcementRoutes } from "@atoll/contract/announcements/routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { test } from "@playwright/test";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { signInAsMarisol, walkThrough } from "./journey.ts";

test("the most common actions work: tasks, events, messages, an announcement and a draft", async ({
  browserName: _,
}, info) => {
  await walkThrough(info, async (ana, url) => {
    await prepareAsGreta(url);
    await signInAsMarisol(ana);
    await test.step("creates a task that is due tomorrow", async () => {
      await ana.goes("/tasks?new=1");
      await ana.writes("Title", "Oil the winch");
      await ana.writes("Due date", "tomorrow");
      await ana.presses("Create Task");
      await ana.presses("Open");
      await ana.isNamed("Status: To Do");
    });
    await test.step("moves its due date, and completes it", async () => {
      await ana.presses("Due date: ");
      await ana.presses("Remove");
      await ana.presses("Due date: None");
      await ana.presses("Today");
      await ana.isNamed("Due date: Today");
      await ana.presses("Status: To Do");
      await ana.presses("Done");
      await ana.sees("Moved to Done");
      await ana.isNamed("Status: Done");
    });
    await test.step("creates an event", async () => {
      await ana.goes("/calendar?view=day&day=2027-03-20");
      await ana.presses("New Event");
      await ana.writes("Title", "Paint the hull");
      await ana.presses("Create Event");
      // The grid draws the times before the event is stored.
      await ana.sees("Event created");
      await ana.sees("09:00 – 10:00");
    });
    await test.step("drags it two hours down", async () => {
      // An hour is 56 pixels high.
      await ana.dragsDown("Paint the hull, ", 112);
      await ana.sees("11:00 – 12:00");
    });
    await test.step("accepts an invitation from the inbox", async () => {
      await ana.goes("/inbox");
      await ana.presses("Unread: Greta Holm invited you to “Tide tables”");
      await ana.presses("Yes");
      await ana.sees("2 going");
    });
    await test.step("finds a message, and replies to it", async () => {
      await ana.goes("/chat");
      await ana.presses("Find a chat or start one");
      await ana.writes("Search chats", "bollard");
      await ana.pressesRow("Who painted the bollard?");
      await ana.isAt("/chat/channel/");
      await ana.pressesOnRow("Who painted the bollard?", "Reply in thread");
      await ana.writes("Reply in thread", "Ruth did, on Monday");
      await ana.strikes("Enter");
      await ana.sees("1 reply");
    });
    await test.step("confirms an announcement", async () => {
      await ana.goes("/announcements");
      await ana.presses("New fire drill");
      await ana.presses("I have read this");
      await ana.sees("You confirmed this on");
    });
    await test.step("writes a draft for the knowledge base, and edits it", async () => {
      await ana.goes("/knowledge-base/articles");
      await ana.presses("New Article");
      await ana.writes("Title", "How to moor");
      await ana.presses("Start writing");
      await ana.writes("Text", "Two lines at the bow.");
      await ana.sees("Saved");
      await ana.goes("/knowledge-base/articles");
      await ana.presses("How to moor");
      await ana.presses("Open draft");
      await ana.sees("Two lines at the bow.");
    });
  });
});

/** A colleague writes, invites and publishes what is answered in the browser. */
async function prepareAsGreta(url: string): Promise<void> {
  const greta = await callAsAdministrator(url);
  const { people } = await greta.call(peopleRoutes.searchPeople, { query: { name: "Marisol", limit: 1 } });
  // Nobody is notified about past events.
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const personIds = people.map(({ id }) => id);
  await greta.call(eventRoutes.createEvent, {
    body: {
      id: crypto.randomUUID(),
      title: "Tide tables",
      start: `${soon}T09:00`,
      end: `${soon}T10:00`,
      zone: "UTC",
      invite: { personIds, departmentIds: [], channelIds: [] },
    },
  });
  const id = crypto.randomUUID();
  const { announcement } = await greta.call(announcementRoutes.createAnnouncement, {
    body: { id, title: "New fire drill", content: "On Thursday at eleven.", mustRead: true },
  });
  await greta.call(announcementRoutes.publishAnnouncement, {
    params: { announcementId: id },
    body: { textVersion: announcement.textVersion },
  });
  const { channels } = await greta.call(chatRoutes.listChannels, { query: {} });
  const general = channels.find(({ name }) => name === "general");
  if (!general) throw new Error("the demo company has no channel general");
  await greta.call(chatRoutes.postMessage, {
    params: { channelId: general.id },
    body: { id: crypto.randomUUID(), content: "Who painted the bollard?" },
  });
}

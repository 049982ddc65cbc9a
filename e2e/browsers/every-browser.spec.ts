import { writeFile } from "node:fs/promises";
import { test } from "@playwright/test";
import { signInAsMarisol, walkThrough } from "./journey.ts";

test("a working day across all areas works", async ({ browserName: _ }, info) => {
  await walkThrough(info, async (ana) => {
    await test.step("signs in", async () => {
      await signInAsMarisol(ana);
      await ana.scrollsDownOnly();
    });
    await test.step("chats, and sends a file", async () => {
      await ana.goes("/chat");
      await ana.presses("general");
      await ana.writes("Message general", "The ferry leaves at nine");
      await ana.strikes("Enter");
      await ana.sees("The ferry leaves at nine");
      const file = info.outputPath("timetable.txt");
      await writeFile(file, "09:00 harbour\n");
      await ana.attaches("Files to attach", file);
      await ana.sees("timetable.txt");
      await ana.presses("Send");
      await ana.hasWritten("Message general", "");
      await ana.scrollsDownOnly();
    });
    await test.step("searches in a dialog that is wide enough", async () => {
      await ana.presses("Find a chat or start one");
      await ana.writes("Search chats", "ferry");
      await ana.sees("The ferry leaves at nine");
      await ana.scrollsDownOnly();
      await ana.strikes("Escape");
    });
    await test.step("makes a task", async () => {
      await ana.goes("/tasks?new=1");
      await ana.writes("Title", "Paint the jetty");
      await ana.presses("Create Task");
      // It is the last of its column, which draws only what is near.
      await ana.writes("Filter tasks", "jetty");
      await ana.sees("Paint the jetty");
      await ana.goes("/tasks/matrix");
      await ana.sees("Delegate");
      await ana.scrollsDownOnly();
    });
    await test.step("plans a day", async () => {
      await ana.goes("/calendar?view=day");
      await ana.presses("New Event");
      await ana.writes("Title", "Paint the hull");
      await ana.presses("Create Event");
      await ana.sees("Paint the hull");
      await ana.scrollsDownOnly();
      // A day of a month has room for some only.
      for (const [view, text] of [
        ["week", "Paint the hull"],
        ["agenda", "Paint the hull"],
        ["month", "more"],
      ] as const) {
        await ana.goes(`/calendar?view=${view}`);
        await ana.sees(text);
        await ana.scrollsDownOnly();
      }
    });
    await test.step("finds what was written", async () => {
      await ana.goes("/search?q=jetty");
      await ana.sees("Paint the jetty");
      await ana.scrollsDownOnly();
      await ana.goes("/search?q=hull");
      await ana.presses("Paint the hull");
      await ana.isAt("/calendar?event=");
    });
    await test.step("reads", async () => {
      await ana.goes("/announcements");
      await ana.presses("The autumn case study is live");
      await ana.sees("Marlowe Ferries cut support tickets");
      await ana.scrollsDownOnly();
      await ana.goes("/inbox");
      await ana.sees("Mentions");
      await ana.presses("Done");
      await ana.scrollsDownOnly();
      await ana.goes("/knowledge-base");
      await ana.sees("Short answers, asked often.");
      await ana.scrollsDownOnly();
      await ana.goes("/knowledge-base/sop");
      await ana.presses("Leaver checklist");
      await ana.sees("Hand over work");
      await ana.scrollsDownOnly();
      await ana.goes("/settings");
      await ana.sees("Quiet hours");
      await ana.scrollsDownOnly();
    });
    await test.step("administers, and types a date", async () => {
      await ana.goes("/admin");
      await ana.writes("Search users", "holm");
      await ana.sees("greta.holm@pelicanworks.example");
      await ana.goes("/admin/audit");
      await ana.presses("Dates");
      await ana.writes("From", "2026-11-05");
      await ana.strikes("Enter");
      await ana.isAt("from=2026-11-05");
      await ana.scrollsDownOnly();
    });
    await test.step("signs out", async () => {
      await ana.presses("Sign Out");
      // Every address begins so: only its page says that one is out.
      await ana.sees("talks, plans and keeps");
      await ana.goes("/chat");
      await ana.isAt("/login");
    });
  });
});

import { randomUUID } from "node:crypto";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { inList, post, said, say } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { send } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// Every answer that the page of a guest is refused with is a line in the console, which fails this.

test("a guest is invited, chats in the one channel that they see, and is signed out when their access ends", async ({
  openBrowser,
  signIn,
  server,
}) => {
  const word = `reef${randomUUID().slice(0, 6)}`;
  const channel = await createPrivateChannel(
    server.url,
    { owner: "greta.holm", member: "marisol.vega" },
    word,
  );
  const greta = await signIn("greta.holm", { viewport: { width: 1440, height: 900 } });
  const guest = await openBrowser(phone);

  await test.step("is invited from the page of guests", async () => {
    await greta.goto("/admin/guests");
    await expect(greta.getByText("No guests", { exact: true })).toBeVisible();
    await greta.getByRole("button", { name: "Invite guests" }).first().click();
    const dialog = greta.getByRole("dialog", { name: "Invite guests" });
    await dialog.getByLabel("People", { exact: true }).fill(`Gina Gull <${word}@elsewhere.example>`);
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    await expect(dialog.getByText("Choose at least one channel")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Channels" }).click();
    await greta.getByRole("option", { name: word, exact: true }).click();
    await greta.keyboard.press("Escape");
    await expect(greta.getByRole("option")).toHaveCount(0);
    await expectAccessible(greta, "the invitation of guests");
    await dialog.getByRole("button", { name: "Invite", exact: true }).click();
    const link = await greta.locator("code").filter({ hasText: "/join#" }).textContent();
    await guest.goto(link ?? "");
  });

  await test.step("comes into the channel, and sees no other place", async () => {
    await guest.getByLabel("Password", { exact: true }).fill("seven pelicans on a pier");
    await guest.getByRole("button", { name: "Create account" }).click();
    await guest.waitForURL(`**/chat/channel/${channel.id}`);
    await say(guest, "Hello from outside");
    await expect(said(guest, "Hello from outside").getByText("Guest", { exact: true })).toBeVisible();
    await guest.getByRole("button", { name: "Open menu" }).click();
    const places = guest.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(places).toHaveText(["Inbox", "Chat", "Settings", "Not sent"]);
    await guest.keyboard.press("Escape");
    await expectAccessible(guest, "the chat of a guest");
    await guest.goto("/tasks");
    await expect(guest.getByText("No open tasks", { exact: true })).toBeVisible();
    await expectAccessible(guest, "the tasks of a guest without any");
    await guest.goto("/tasks/analytics");
    await expect(guest.getByText("There is no page at that address, or it is not for you.")).toBeVisible();
    await guest.goto("/dashboard");
    await guest.waitForURL("**/chat");
    await expect(inList(guest, word)).toBeVisible();
    await expect(guest.getByRole("button", { name: "Browse channels" })).toHaveCount(0);
    await guest.goto("/settings?view=account");
    await expect(guest.getByText(/^You are a guest here until /)).toBeVisible();
    await guest.goto(`/chat/channel/${channel.id}`);
  });

  await test.step("is marked where colleagues write", async () => {
    const marisol = await signIn("marisol.vega");
    await marisol.goto(`/chat/channel/${channel.id}`);
    await expect(marisol.getByText("With guests", { exact: true })).toBeVisible();
    await expect(marisol.getByText("Guests from outside the company read this.")).toBeVisible();
    await expectAccessible(marisol, "a channel with guests");
    await post(channel.member, channel, "Welcome, Gina");
    await expect(said(guest, "Welcome, Gina")).toBeVisible();
  });

  await test.step("sees a task that they are invited to, does it, and loses it while it is open", async () => {
    const id = randomUUID();
    await send(greta, "POST", "/api/tasks", {
      id,
      title: `Draw the ${word}`,
      description: "With *both* piers",
    });
    await greta.goto(`/tasks/${id}`);
    await greta.getByRole("button", { name: "Invite a guest" }).click();
    await greta.getByRole("option", { name: /Gina Gull/ }).click();
    await expect(
      greta.getByText("Guests from outside the company see this task, its files and its comments."),
    ).toBeVisible();
    await greta.getByRole("button", { name: "Done", exact: true }).click();
    await expectAccessible(greta, "a task with a guest");
    await guest.getByRole("button", { name: "Open menu" }).click();
    await guest.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" }).click();
    await guest.getByRole("link", { name: `Draw the ${word}` }).click();
    await expect(guest.getByText("With both piers")).toBeVisible();
    await guest.getByLabel("Write a comment").fill("On it");
    await guest.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(greta.getByRole("log", { name: "Comments" }).getByText("On it")).toBeVisible();
    await greta.getByRole("button", { name: "More about Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "Give them the task" }).click();
    await guest.getByRole("button", { name: "To Do" }).click();
    await guest.getByRole("menuitemradio", { name: "Done" }).click();
    await expect(guest.getByRole("button", { name: "Done", exact: true })).toBeVisible();
    await expectAccessible(guest, "a task of a guest");
    await greta.getByRole("button", { name: "More about Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "Remove", exact: true }).click();
    await expect(guest.getByText("It was deleted, or you are not invited to it any more.")).toBeVisible();
  });

  await test.step("reads a page that they are invited to, and comments once they may", async () => {
    const id = randomUUID();
    const body = "Read *this* first";
    await send(greta, "POST", "/api/knowledge/articles", {
      id,
      kind: "article",
      title: `About ${word}`,
      body,
    });
    await send(greta, "PUT", `/api/knowledge/articles/${id}/publication`, { version: 1 });
    await greta.goto(`/knowledge-base/articles/${id}`);
    await greta.getByRole("button", { name: "Invite a guest" }).click();
    await greta.getByRole("option", { name: /Gina Gull/ }).click();
    await expect(
      greta.getByText("Guests from outside the company see this page and its comments."),
    ).toBeVisible();
    await greta.getByRole("button", { name: "Done", exact: true }).click();
    await expectAccessible(greta, "a page with a guest");
    await guest.getByRole("button", { name: "Open menu" }).click();
    const places = guest.getByRole("navigation", { name: "Main" });
    await expect(places.getByRole("link", { name: "Tasks" })).toHaveCount(0);
    await places.getByRole("link", { name: "Knowledge Base" }).click();
    await guest.getByRole("link", { name: `About ${word}` }).click();
    await expect(guest.getByText("Read this first")).toBeVisible();
    await expect(guest.getByLabel("Write a comment")).toHaveCount(0);
    await greta.getByRole("button", { name: "More about Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "Let them comment" }).click();
    await expect(greta.getByText(/Can comment/)).toBeVisible();
    await guest.reload();
    await guest.getByLabel("Write a comment").fill("Read it");
    await guest.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(greta.getByRole("log", { name: "Comments" }).getByText("Read it")).toBeVisible();
    await expectAccessible(guest, "a page of a guest");
    await greta.getByRole("button", { name: "More about Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "Remove", exact: true }).click();
    await expect(guest.getByText("It was archived, or you are not invited to it any more.")).toBeVisible();
    await greta.goto("/admin/guests");
    await guest.goto(`/chat/channel/${channel.id}`);
  });

  await test.step("answers an event that they are invited to, and loses it while it is open", async () => {
    const id = randomUUID();
    const times = { start: "2099-03-02T09:30", end: "2099-03-02T10:00", zone: "UTC" };
    await send(greta, "POST", "/api/events", {
      id,
      title: `Visit the ${word}`,
      location: "Pier 3",
      description: "Bring *boots*",
      ...times,
    });
    await greta.goto(`/calendar?event=${id}`);
    await greta.getByRole("button", { name: "Invite a guest" }).click();
    await greta.getByRole("option", { name: /Gina Gull/ }).click();
    await expect(
      greta.getByText("Guests from outside the company see this event, its attendees and its comments."),
    ).toBeVisible();
    await greta.getByRole("button", { name: "Done", exact: true }).click();
    await guest.getByRole("button", { name: "Open menu" }).click();
    await guest.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Calendar" }).click();
    await expectAccessible(guest, "the events of a guest");
    await guest.getByRole("link", { name: `Visit the ${word}` }).click();
    await expect(guest.getByText("Bring boots")).toBeVisible();
    await expect(guest.getByText("Greta Holm").first()).toBeVisible();
    await guest.getByRole("radio", { name: "Yes" }).click();
    await expectAccessible(guest, "an event of a guest");
    const attendees = greta.getByRole("region", { name: "Attendees" });
    await expect(attendees.getByRole("listitem").filter({ hasText: "Gina Gull" })).toContainText("Guest");
    await expect(attendees.getByRole("listitem").filter({ hasText: "Gina Gull" })).toContainText("Going");
    await greta.getByRole("button", { name: "More about Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "Remove", exact: true }).click();
    await expect(guest.getByText("It was deleted, or you are not invited to it any more.")).toBeVisible();
    await greta.goto("/admin/guests");
    await guest.goto(`/chat/channel/${channel.id}`);
  });

  await test.step("is signed out when an administrator ends the access", async () => {
    await greta.reload();
    await greta.getByRole("button", { name: "More for Gina Gull" }).click();
    await greta.getByRole("menuitem", { name: "End access now" }).click();
    await greta.getByRole("alertdialog").getByRole("button", { name: "End access" }).click();
    await expect(greta.getByText("The access of Gina Gull has ended")).toBeVisible();
    await guest.waitForURL("**/login**");
  });
});

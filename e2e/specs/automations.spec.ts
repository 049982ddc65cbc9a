import { randomUUID } from "node:crypto";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { said } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an automation from a template runs, is seen in its log, is edited and paused", async ({
  signIn,
  server,
}) => {
  const people = { owner: "greta.holm", member: "marisol.vega" };
  const word = `kelp${randomUUID().slice(0, 6)}`;
  const channel = await createPrivateChannel(server.url, people, word);
  const greta = await signIn(people.owner);
  const write = (content: string) =>
    channel.member.call(chatRoutes.postMessage, {
      params: { channelId: channel.id },
      body: { id: randomUUID(), content },
    });

  await test.step("is made from a template, which chooses nothing on its own", async () => {
    await greta.goto("/admin/automations");
    await greta.getByRole("button", { name: "New automation" }).click();
    const dialog = greta.getByRole("dialog", { name: "New automation" });
    await dialog.getByRole("combobox", { name: "What it does" }).click();
    await greta.getByRole("option", { name: "Create a task for messages with a word" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(`Watch ${word}`);
    await dialog.getByRole("combobox", { name: "Choose a channel" }).fill(word);
    await dialog.getByRole("option", { name: word }).click();
    await dialog.getByLabel("With this text").fill("buy");
    await dialog.getByRole("combobox", { name: "Action" }).click();
    await greta.getByRole("option", { name: "Post a message" }).click();
    await dialog.getByRole("combobox", { name: "Choose a channel" }).fill(word);
    await dialog.getByRole("option", { name: word }).click();
    await dialog.getByLabel("Text", { exact: true }).fill("Noted: {{message.text}}");
    await expectAccessible(greta, "the form of an automation");
    await dialog.getByRole("button", { name: "Create automation" }).click();
    await expect(greta.getByText(`Watch ${word}`, { exact: true })).toBeVisible();
  });

  const marisol = await signIn(people.member, phone);
  await marisol.goto(`/chat/channel/${channel.id}`);
  await write("Please buy rope");
  await expect(said(marisol, "Noted: Please buy rope")).toBeVisible();

  const more = greta.getByRole("button", { name: `More for Watch ${word}` });
  await test.step("its run is in the log", async () => {
    await more.click();
    await greta.getByRole("menuitem", { name: "Show the log" }).click();
    const log = greta.getByRole("dialog", { name: `Log of Watch ${word}` });
    await expect(log.getByRole("listitem").filter({ hasText: "Done" })).toHaveCount(1);
    await expect(log.getByText("Posted a message")).toBeVisible();
    await greta.keyboard.press("Escape");
    await expect(log).toBeHidden();
  });

  await test.step("it does something else after an edit", async () => {
    await more.click();
    await greta.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = greta.getByRole("dialog", { name: `Edit Watch ${word}` });
    await dialog.getByLabel("Text", { exact: true }).fill("To buy: {{message.text}}");
    await dialog.getByRole("button", { name: "Save automation" }).click();
    await expect(dialog).toBeHidden();
    await write("Also buy tar");
    await expect(said(marisol, "To buy: Also buy tar")).toBeVisible();
  });

  await test.step("it does nothing while it is paused", async () => {
    const row = greta.getByRole("listitem").filter({ hasText: `Watch ${word}` });
    await row.getByText("Runs", { exact: true }).click();
    await expect(row.getByText("Off", { exact: true })).toBeVisible();
    await write("Then buy oars");
    await row.getByText("Runs", { exact: true }).click();
    await expect(row.getByText("Off", { exact: true })).toBeHidden();
    await write("At last buy sails");
    await expect(said(marisol, "To buy: At last buy sails")).toBeVisible();
    await expect(said(marisol, "To buy: Then buy oars")).toHaveCount(0);
    await expectAccessible(greta, "the automations");
  });
});

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { errors } from "@atoll/contract/errors/errors";
import type { Page } from "@playwright/test";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { addMember, composer, inList, say } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A refusal that the journey asks for is also a failed load to Chromium.
test.use({ allowConsole: /Failed to load resource: the server responded with a status of (404|409)/ });
/** The details of the open channel, at one of its tabs. */
async function openDetails(
  page: Page,
  channel: string,
  tab: "About" | "Members",
): Promise<ReturnType<Page["getByRole"]>> {
  const drawer = page.getByRole("dialog", { name: channel });
  if (!(await drawer.isVisible())) await page.getByRole("button", { name: "Details" }).click();
  await drawer.getByRole("tab", { name: tab }).click();
  return drawer;
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  // On its way out it can still be seen.
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("three people, one on a phone, create, use and archive a channel", async ({ signIn }) => {
  const [dev, sam] = [await signIn("dev.raghunathan"), await signIn("sam.okafor")];
  const tadhg = await signIn("tadhg.brennan", phone);
  for (const page of [dev, sam, tadhg]) await page.goto("/chat");

  await test.step("is created with a colleague, in whose list it appears", async () => {
    await dev.getByRole("button", { name: "New group" }).click();
    const dialog = dev.getByRole("dialog", { name: "New group" });
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await expect(dialog.getByText(errors.channel_name_taken.text)).toBeVisible();
    await dialog.getByLabel("Name").fill("release-train");
    await dialog.getByLabel("Topic").fill("What leaves on Thursday");
    await dialog.getByLabel("Search people").fill("Sam Ok");
    await dialog.getByRole("option", { name: /Sam Okafor/ }).click();
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await expect(dev.getByRole("heading", { level: 1, name: "release-train" })).toBeVisible();
    await expect(dev.getByText("No messages yet. Start the conversation!")).toBeVisible();
    await inList(sam, "release-train").click();
    await expect(sam.getByText("What leaves on Thursday")).toBeVisible();
    await expect(sam.getByText("Dev Raghunathan added you")).toBeVisible();
  });

  await test.step("is joined by its link, and found by browsing", async () => {
    await tadhg.goto(new URL(dev.url()).pathname);
    await expect(tadhg.getByText("You are not in release-train yet")).toBeVisible();
    await tadhg.getByRole("button", { name: "Join release-train" }).click();
    await expect(tadhg.getByText("No messages yet. Start the conversation!")).toBeVisible();
    await tadhg.goto("/chat");
    await tadhg.getByRole("button", { name: "Browse channels" }).click();
    const dialog = tadhg.getByRole("dialog", { name: "Browse channels" });
    await dialog.getByLabel("Search channels").fill("no such train");
    await expect(dialog.getByText('No results found for "no such train"')).toBeVisible();
    await dialog.getByLabel("Search channels").fill("release-tr");
    await dialog.getByRole("button", { name: "Open release-train" }).click();
    await expect(tadhg.getByRole("heading", { level: 1, name: "release-train" })).toBeVisible();
    await say(tadhg, "I have two changes for it.");
    await expect(dev.getByText("I have two changes for it.")).toBeVisible();
  });

  await test.step("takes in others, and gets a second owner", async () => {
    const members = await openDetails(dev, "release-train", "Members");
    await expect(members.getByRole("tab", { name: /Members 3/ })).toBeVisible();
    await members.getByRole("button", { name: "Add people" }).click();
    await members.getByLabel("Search people to add").fill("Rania");
    await members.getByRole("option", { name: /Rania Khoury/ }).click();
    await expect(members.getByRole("tab", { name: /Members 4/ })).toBeVisible();
    await members.getByRole("button", { name: "More about Sam Okafor" }).click();
    await dev.getByRole("menuitem", { name: "Make an owner" }).click();
    await expect(
      members.getByRole("listitem").filter({ hasText: "Sam Okafor" }).getByText("Owner"),
    ).toBeVisible();
  });

  await test.step("is renamed and described, and lets only owners write", async () => {
    const about = await openDetails(sam, "release-train", "About");
    await about.getByRole("button", { name: "Edit" }).click();
    await about.getByLabel("Name").fill("");
    await about.getByRole("button", { name: "Save" }).click();
    await expect(about.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await about.getByLabel("Name").fill("thursday-train");
    await about.getByLabel("Description").fill("Freeze is on Wednesday at noon.");
    await about.getByText("Only owners write").click();
    await about.getByRole("button", { name: "Save" }).click();
    await expect(tadhg.getByRole("heading", { level: 1, name: "thursday-train" })).toBeVisible();
    await expect(tadhg.getByText(errors.owners_only.text)).toBeVisible();
    await expect(composer(tadhg)).toHaveCount(0);
    await closeDialog(sam);
    await expect(composer(sam)).toBeVisible();
    await closeDialog(dev);
  });

  await test.step("is silent for people who muted it, and notifies mentioned people", async () => {
    const about = await openDetails(sam, "thursday-train", "About");
    for (const wanted of [
      about.getByRole("radio", { name: "Only mentions" }),
      about.getByRole("switch", { name: "Mute" }),
    ]) {
      await wanted.click();
      await expect(wanted).toBeChecked();
    }
    await closeDialog(sam);
    await sam.getByRole("navigation", { name: "Chats" }).getByRole("link", { name: "Home" }).click();
    await expect(inList(sam, "thursday-train").getByText("muted")).toBeAttached();
    await say(dev, "Doors close at noon.");
    await expect(sam.getByRole("main").getByText("Dev: Doors close at noon.")).toBeVisible();
    await expect(inList(sam, "thursday-train").getByText("unread")).toHaveCount(0);
    // Told on the other device, too.
    const second = await sam.context().newPage();
    await second.goto("/chat");
    await expect(inList(second, "thursday-train").getByText("muted")).toBeAttached();
    await second.close();
  });
});

test("a channel is archived, closed to removed members, and left", async ({ signIn, server }) => {
  const dev = await signIn("dev.raghunathan");
  const sam = await signIn("sam.okafor");
  const tadhg = await signIn("tadhg.brennan", phone);
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(server.url, people, "night-train");
  await addMember(channel, "Tadhg Brennan");
  for (const page of [dev, tadhg]) await page.goto(`/chat/channel/${channel.id}`);
  await sam.goto("/chat");

  await test.step("is archived, with a note in place of the composer, and restored", async () => {
    let about = await openDetails(dev, "night-train", "About");
    await about.getByRole("button", { name: "Archive channel" }).click();
    await dev.getByRole("alertdialog").getByRole("button", { name: "Archive channel" }).click();
    await expect(tadhg.getByText(errors.channel_archived.text)).toBeVisible();
    await expect(composer(tadhg)).toHaveCount(0);
    await closeDialog(dev);
    await expect(dev.getByText(errors.channel_archived.text)).toBeVisible();
    about = await openDetails(dev, "night-train", "About");
    await about.getByRole("button", { name: "Unarchive channel" }).click();
    await expect(about.getByRole("button", { name: "Archive channel" })).toBeVisible();
    await expect(composer(tadhg)).toBeVisible();
  });

  await test.step("is closed to a removed member, and the screen says so", async () => {
    const members = await openDetails(dev, "night-train", "Members");
    await composer(tadhg).fill("Half a thought");
    await members.getByRole("button", { name: "More about Tadhg Brennan" }).click();
    await dev.getByRole("menuitem", { name: "Remove from channel" }).click();
    await expect(tadhg.getByText("You are no longer a member of night-train.")).toBeVisible();
    // The unsent text must survive the removal of its field.
    await tadhg.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tadhg.getByRole("button", { name: "Copy text" }).click();
    await expect(tadhg.getByText("Text copied")).toBeVisible();
    expect(await tadhg.evaluate(() => navigator.clipboard.readText())).toBe("Half a thought");
    await tadhg.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
    await expect(tadhg).toHaveURL(/\/chat$/);
    await expect(inList(tadhg, "night-train")).toHaveCount(0);
  });

  await test.step("is not left by the last owner while others are in it, but by a member", async () => {
    await closeDialog(dev);
    const own = await openDetails(dev, "night-train", "About");
    await own.getByRole("button", { name: "Leave channel" }).click();
    await dev.getByRole("alertdialog").getByRole("button", { name: "Leave channel" }).click();
    await expect(dev.getByText(errors.last_owner.text)).toBeVisible();
    await dev.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await own.getByRole("button", { name: "Close" }).click();
    await inList(sam, "night-train").click();
    const about = await openDetails(sam, "night-train", "About");
    await about.getByRole("button", { name: "Leave channel" }).click();
    await sam.getByRole("alertdialog").getByRole("button", { name: "Leave channel" }).click();
    await expect(sam.getByRole("heading", { name: "Recent chats" })).toBeVisible();
    await expect(inList(sam, "night-train")).toHaveCount(0);
  });

  await test.step("is made private, and then only members find it", async () => {
    await dev.getByRole("button", { name: "New group" }).click();
    const dialog = dev.getByRole("dialog", { name: "New group" });
    await dialog.getByLabel("Name").fill("bonus-round");
    await dialog.getByRole("radio", { name: /Private/ }).check();
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await expect(dev.getByRole("heading", { level: 1, name: "bonus-round" })).toBeVisible();
    const address = dev.url();
    await sam.getByRole("button", { name: "Browse channels" }).click();
    await sam.getByLabel("Search channels").fill("bonus");
    await expect(sam.getByText('No results found for "bonus"')).toBeVisible();
    await closeDialog(sam);
    await sam.goto(address);
    await expect(sam.getByText(errors.channel_not_found.text)).toBeVisible();
  });

  await test.step("is a group chat of three", async () => {
    await dev.getByRole("button", { name: "New group" }).click();
    const dialog = dev.getByRole("dialog", { name: "New group" });
    await dialog.getByRole("radio", { name: "Group chat" }).check();
    for (const name of ["Sam Okafor", "Tadhg Brennan"]) {
      await dialog.getByLabel("Search people").fill(name);
      await dialog.getByRole("option", { name: new RegExp(name) }).click();
    }
    await dialog.getByRole("button", { name: "Start chat" }).click();
    await expect(dev.getByRole("heading", { level: 1, name: "Sam, Tadhg" })).toBeVisible();
    await say(dev, "Who takes the late shift?");
    await inList(tadhg, "Dev, Sam").click();
    await expect(tadhg.getByText("Who takes the late shift?")).toBeVisible();
  });
});

test("a department's channel is created and deleted with the department", async ({ signIn, server }) => {
  const admin = await callAsAdministrator(server.url);
  const omar = await signIn("omar.siddiqui", phone);
  await omar.goto("/chat");
  await expect(inList(omar, "devops-team")).toBeVisible();
  const { departments } = await admin.call(administrationRoutes.listDepartments, {});
  const idOf = (name: string) => departments.find((department) => department.name === name)?.id ?? "";
  async function give(...names: string[]): Promise<void> {
    const { users } = await admin.call(administrationRoutes.listUsers, {
      query: { search: "omar.siddiqui" },
    });
    const [user] = users;
    if (!user) throw new Error("Omar is not there");
    await admin.call(administrationRoutes.updateUser, {
      params: { userId: user.id },
      body: { version: user.version, departmentIds: names.map(idOf) },
    });
  }

  await expect(inList(omar, "marketing-team")).toHaveCount(0);
  await give("DevOps", "Marketing");
  await inList(omar, "marketing-team").click();
  await expect(omar.getByRole("heading", { level: 1, name: "marketing-team" })).toBeVisible();
  await say(omar, "Hello from the network side.");
  await expect(omar.getByText("Hello from the network side.")).toBeVisible();
  await omar.getByRole("button", { name: "Details" }).click();
  await expect(omar.getByText("Its members follow the department and change with it.")).toBeVisible();
  await expect(omar.getByRole("button", { name: "Leave channel" })).toHaveCount(0);

  await give("DevOps");
  await expect(omar.getByText("You are no longer a member of marketing-team.")).toBeVisible();
  await expect(inList(omar, "marketing-team")).toHaveCount(0);
  await expect(inList(omar, "devops-team")).toBeVisible();
});

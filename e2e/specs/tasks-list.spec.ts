import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, drag } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

// Without a connection Chromium says of each request that it failed.
test.use({ allowConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/, toastSeconds: "60" });

test("a list is grouped, edited in place, saved as a view and exported", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const tag = await createTasks(marisol, [], ["Rig the boom", "Splice the line", "Stow the tender"]);
  const row = (title: string) => marisol.getByRole("listitem").filter({ has: marisol.getByText(title) });
  await marisol.goto(`/tasks?view=list&tag=${tag}`);
  await expect(marisol.getByRole("heading", { name: /To Do/ })).toContainText("3");
  await expectAccessible(marisol, "the list");

  await test.step("keys move through the list and edit fields", async () => {
    await marisol.keyboard.press("j");
    await marisol.keyboard.press("j");
    await marisol.keyboard.press("e");
    await marisol.getByRole("textbox", { name: "Title" }).fill("Splice the long line");
    await marisol.keyboard.press("Enter");
    await expect(marisol.getByRole("link", { name: "Splice the long line" })).toBeFocused();
    await marisol.keyboard.press("s");
    await marisol.getByRole("menuitemradio", { name: "In Progress" }).click();
    const undo = await keepUndo(marisol);
    await expect(marisol.getByRole("heading", { name: /In Progress/ })).toContainText("1");
    const said = marisol.getByText("Moved to In Progress");
    await expect(said).toBeVisible();
    await undo.click();
    await expect(marisol.getByRole("heading", { name: /To Do/ })).toContainText("3");
  });

  await test.step("groups by due date", async () => {
    await row("Rig the boom")
      .getByRole("button", { name: /^Due date/ })
      .click();
    await marisol.getByRole("button", { name: "Today", exact: true }).click();
    await marisol.getByRole("button", { name: "Group: Status" }).click();
    await marisol.getByRole("menuitemradio", { name: "Due" }).click();
    // A group without tasks has its head, so that a row can be dragged there; on a Saturday the week has no day left.
    await expect(marisol.getByRole("region", { name: "Today" }).getByRole("listitem")).toHaveCount(1);
    await expect(marisol.getByRole("region", { name: "Later" }).getByRole("listitem")).toHaveCount(0);
    await expect(marisol.getByRole("region", { name: "No date" }).getByRole("listitem")).toHaveCount(2);
    expect(new URL(marisol.url()).searchParams.get("group")).toBe("due");
  });

  await test.step("keeps a saved view after a reload, as a tab", async () => {
    const name = `Rigging ${tag}`;
    await marisol.getByRole("button", { name: "Save view" }).click();
    await marisol.getByRole("textbox", { name: "Name" }).fill(name);
    await marisol.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await expect(marisol.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await marisol.getByRole("link", { name: "All tasks" }).click();
    await marisol.reload();
    await marisol.getByRole("link", { name }).click();
    // A group without tasks has its head, so that a row can be dragged there; on a Saturday the week has no day left.
    await expect(marisol.getByRole("region", { name: "Today" }).getByRole("listitem")).toHaveCount(1);
    await expect(marisol.getByRole("region", { name: "Later" }).getByRole("listitem")).toHaveCount(0);
    await expect(marisol.getByRole("region", { name: "No date" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("the file contains the tasks of the list", async () => {
    const [file] = await Promise.all([
      marisol.waitForEvent("download"),
      marisol.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith("\uFEFFid,title,")).toBe(true);
    expect(text.trim().split("\n")).toHaveLength(4);
  });
});

test("rows that are dragged to another day keep their own times", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  await marisol.goto("/dashboard");
  const zone = await marisol.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const clock = (time: string) => ({ due: { date: "2026-01-05", clock: { time, zone } } });
  const tag = await createTasks(marisol, [], ["Hoist the jib"], clock("09:30"));
  await createTasks(marisol, [], ["Reef the main"], { ...clock("16:00"), tags: [tag] });
  await marisol.goto(`/tasks?view=list&tag=${tag}&group=due`);
  for (const title of ["Hoist the jib", "Reef the main"])
    await marisol.getByRole("checkbox", { name: `Select ${title}` }).check();
  const row = (title: string) =>
    marisol
      .getByRole("region", { name: "Later" })
      .getByRole("listitem")
      .filter({ has: marisol.getByText(title) });
  const held = marisol.getByRole("region", { name: "Overdue" }).getByRole("listitem").first();
  await drag(marisol, held, marisol.getByRole("region", { name: "Later" }).getByRole("heading"));
  const due = (title: string) => row(title).getByRole("button", { name: /^Due date/ });
  await expect(due("Hoist the jib")).toHaveAccessibleName(/0?9:30/);
  await expect(due("Reef the main")).toHaveAccessibleName(/16:00|4:00/);
  await marisol.reload();
  await expect(due("Hoist the jib")).toHaveAccessibleName(/0?9:30/);
  await expect(due("Reef the main")).toHaveAccessibleName(/16:00|4:00/);
});

test("lists the viewer's work on a phone, and sends offline changes after reconnecting", async ({
  signIn,
}) => {
  const ines = await signIn("ines.caballero", phone);
  const tag = await createTasks(ines, [], ["Caulk the deck"]);
  await ines.goto(`/tasks?view=list&tag=${tag}`);
  const row = ines.getByRole("listitem").filter({ has: ines.getByText("Caulk the deck") });
  await expect(row).toBeVisible();
  const field = ines.getByRole("searchbox", { name: "Filter tasks" });
  const box = await field.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectAccessible(ines, "the list on a phone");

  await ines.context().setOffline(true);
  await row.getByRole("button", { name: /^Priority/ }).click();
  await ines.getByRole("menuitemradio", { name: "Urgent" }).click();
  await expect(row.getByText("Changed here, and not sent yet")).toBeAttached();
  await ines.context().setOffline(false);
  await expect(row.getByText("Changed here, and not sent yet")).toHaveCount(0);
  await ines.reload();
  await expect(row.getByRole("button", { name: /^Priority.*Urgent/ })).toBeVisible();
});

import type { Locator, Page } from "@playwright/test";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { createBoard, onCanvas, openBoard } from "../fixtures/boards.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// One of them writes a note without a connection.
test.use({ allowConsole: /ERR_INTERNET_DISCONNECTED/ });

const groupOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Drags an element of the canvas by the mouse until its middle is in a group. */
async function dragInto(page: Page, text: string, group: string): Promise<void> {
  const [note, frame] = [onCanvas(page, text).last(), page.locator(".react-flow__node-frame")];
  const from = await note.boundingBox();
  const to = await frame.filter({ hasText: group }).boundingBox();
  if (!from || !to) throw new Error(`${text} or ${group} is not to be seen`);
  await page.mouse.move(from.x + from.width / 2, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
}

async function writePrivately(page: Page, text: string): Promise<void> {
  await page.getByLabel("Add a private note").fill(text);
  await page.getByLabel("Add a private note").press("Enter");
  await expect(page.getByRole("button", { name: `Delete ${text}` })).toBeVisible();
}

async function secondsLeft(timer: Locator): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await timer.textContent()) ?? "") ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

test("a workshop of three people, one on a phone whose clock is wrong, ends in a task", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const ruth = await signIn("ruth.adeyemi", phone);
  const title = `Harbour day ${Date.now()}`;
  const [hers, his] = ["More rain cover at the pier", "Start an hour later"];
  const next = (name: string) => marisol.getByRole("button", { name }).click();

  await test.step("everyone comes to the board", async () => {
    await createBoard(marisol, title, "retrospective");
    await openBoard(kofi, title);
    await ruth.clock.setSystemTime(Date.now() + 300_000);
    await openBoard(ruth, title);
  });

  await test.step("private notes are their author's alone, and the timer is the server's", async () => {
    await next("Start a workshop");
    await expect(ruth.getByText("3 here now")).toBeVisible();
    await writePrivately(kofi, his);
    await writePrivately(ruth, hers);
    await expect(marisol.getByText("Kofi Mensah: 1 private note")).toBeVisible();
    await ruth.context().setOffline(true);
    await writePrivately(ruth, "Written in the tunnel");
    // Her first note may have been on its way, too.
    await expect(
      ruth
        .getByRole("listitem")
        .filter({ hasText: "Written in the tunnel" })
        .getByText("Saved when you are connected again"),
    ).toBeVisible();
    await ruth.context().setOffline(false);
    await expect(marisol.getByText("Ruth Adeyemi: 2 private notes")).toBeVisible();
    await ruth.getByRole("button", { name: "Delete Written in the tunnel" }).click();
    await expect(marisol.getByText("Ruth Adeyemi: 1 private note")).toBeVisible();
    await expect(marisol.getByText(his)).toHaveCount(0);
    await marisol.getByRole("button", { name: "Start a timer" }).click();
    await marisol.getByRole("menuitem", { name: "5 minutes", exact: true }).click();
    await expect(ruth.getByRole("timer")).toBeVisible();
    const showsSameTime = (timer: Locator) =>
      expect(async () => {
        const right = marisol.getByRole("timer");
        const [hers, others] = await Promise.all([secondsLeft(timer), secondsLeft(right)]);
        expect(Math.abs(hers - others)).toBeLessThanOrEqual(1);
      }).toPass();
    await showsSameTime(ruth.getByRole("timer"));
    await ruth.goto("/brainstorm");
    await showsSameTime(ruth.getByRole("listitem").filter({ hasText: title }));
    await openBoard(ruth, title);
  });

  await test.step("they are revealed once each, and are moved into a group", async () => {
    await kofi.getByLabel("Add a private note").fill("Still being typed");
    await next("Next: Reveal");
    await expect(marisol.getByText("Private notes")).toHaveCount(0);
    await expect(kofi.getByLabel("Add a private note")).toHaveValue("Still being typed");
    await kofi.getByLabel("Add a private note").press("Enter");
    await kofi.getByRole("button", { name: "Delete Still being typed" }).click();
    await expect(ruth.getByRole("button", { name: his, exact: true })).toHaveCount(1);
    await expect(ruth.getByRole("button", { name: hers, exact: true })).toHaveCount(1);
    await next("Next: Group");
    await kofi.getByRole("button", { name: "Show as a list" }).click();
    await kofi.getByRole("button", { name: `More for ${his}` }).click();
    await kofi.getByRole("menuitemradio", { name: "What to try" }).click();
    await expect(groupOf(ruth, "What to try").getByRole("button", { name: his, exact: true })).toBeVisible();
    await kofi.keyboard.press("Control+z");
    await expect(groupOf(ruth, "What to try").getByRole("button", { name: his, exact: true })).toHaveCount(0);
    await kofi.keyboard.press("Control+Shift+z");
    await expect(groupOf(ruth, "What to try").getByRole("button", { name: his, exact: true })).toBeVisible();
  });

  await test.step("a note is dragged into another group, which is one step of undo", async () => {
    await marisol.getByRole("button", { name: "Show the whole board" }).click();
    await dragInto(marisol, hers, "What to stop");
    const there = groupOf(ruth, "What to stop").getByRole("button", { name: hers, exact: true });
    await expect(there).toBeVisible();
    await marisol.keyboard.press("Control+z");
    await expect(there).toHaveCount(0);
    await marisol.keyboard.press("Control+Shift+z");
    await expect(there).toBeVisible();
  });

  await test.step("votes stay hidden until voting closes", async () => {
    await next("Next: Vote");
    await ruth.getByRole("button", { name: `Vote for ${his}, 0 votes of yours` }).click();
    await expect(ruth.getByRole("button", { name: `Vote for ${his}, 1 vote of yours` })).toBeVisible();
    await kofi.getByRole("button", { name: `Vote for ${his}, 0 votes of yours` }).click();
    await expect(kofi.getByRole("button", { name: `Vote for ${his}, 1 vote of yours` })).toBeVisible();
    await expect(kofi.getByText("4 of 5 votes left")).toBeVisible();
    await next("Next: Decide");
    await expect(ruth.getByRole("button", { name: `Vote for ${his}, 2 votes, 1 yours` })).toBeVisible();
  });

  await test.step("a note is commented on, and becomes a task that it shows", async () => {
    await onCanvas(marisol, his).last().click();
    await marisol
      .getByRole("toolbar", { name: "Selected element" })
      .getByRole("button", { name: "Comment" })
      .click();
    const drawer = marisol.getByRole("dialog", { name: "Comments on a note" });
    await drawer.getByRole("textbox").fill("Agreed with the harbour office.");
    await drawer.getByRole("textbox").press("Control+Enter");
    await expect(drawer.getByText("Agreed with the harbour office.")).toBeVisible();
    await marisol.keyboard.press("Escape");
    await expect(ruth.getByRole("button", { name: "1 comment" })).toBeVisible();
    await marisol
      .getByRole("toolbar", { name: "Selected element" })
      .getByRole("button", { name: "More" })
      .click();
    await marisol.getByRole("menuitem", { name: "Create Task" }).click();
    await marisol.getByRole("dialog").getByRole("button", { name: "Create Task" }).click();
    await expect(marisol.getByRole("img", { name: `Task: ${his}` })).toBeVisible();
  });

  await test.step("the outcome goes to a channel, and the board leaves as files", async () => {
    await marisol.getByRole("button", { name: "More", exact: true }).first().click();
    await marisol.getByRole("menuitem", { name: "Post the outcome" }).click();
    const dialog = marisol.getByRole("dialog", { name: "Post the outcome" });
    await expect(dialog.getByLabel("Text")).toHaveValue(new RegExp(`${his} \\(2\\)`));
    await dialog.getByLabel("Channel").click();
    await marisol.getByRole("option").first().click();
    await dialog.getByRole("button", { name: "Post" }).click();
    await expect(marisol.getByText("Outcome posted")).toBeVisible();
    for (const [item, ending] of [
      ["Picture (PNG)", ".png"],
      ["Table (CSV)", ".csv"],
    ] as const) {
      await marisol.getByRole("button", { name: "Export" }).click();
      const download = marisol.waitForEvent("download");
      await marisol.getByRole("menuitem", { name: item }).click();
      expect((await download).suggestedFilename()).toBe(title + ending);
    }
  });

  await auditScreen(ruth, "a board on a phone");
  await onCanvas(marisol, his).last().click();
  await expect(marisol.getByRole("button", { name: "Follow Ruth Adeyemi" })).toBeVisible();
  await auditScreen(marisol, "a canvas with a selected note");
});

/** Presses Tab until the element has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const { keyboard } = target.page();
  for (let count = 0; count < 150; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

const pressOn = async (target: Locator, key = "Enter") => {
  await tabTo(target);
  // A button does nothing until its last request is answered; what that changed may be there before.
  await expect(target).toBeEnabled();
  await target.page().keyboard.press(key);
};

test("a workshop can be run by keyboard only", async ({ signIn }) => {
  const page = await signIn("dev.raghunathan");
  const { keyboard } = page;
  const row = (name: string) => page.getByRole("button", { name, exact: true });
  const announces = (text: string) =>
    expect(page.getByRole("status").filter({ hasText: text })).toBeAttached();
  await page.goto("/brainstorm");
  await expect(page.getByRole("list", { name: "Boards" })).toBeVisible();

  await test.step("creates a board and opens it as a list", async () => {
    await keyboard.press("n");
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
    await keyboard.type(`By keyboard ${Date.now()}`);
    await keyboard.press("Enter");
    await pressOn(page.getByRole("button", { name: "Show as a list" }));
    await expect(page.getByText("No notes yet")).toBeVisible();
  });

  await test.step("adds notes, a group, a text and an arrow", async () => {
    await tabTo(page.getByLabel("Add a note"));
    for (const text of ["Cranes first", "Lamps second"]) {
      await keyboard.type(text);
      await keyboard.press("Enter");
      await expect(row(text)).toBeVisible();
    }
    await pressOn(row("Add a group"));
    await expect(page.getByLabel("Text")).toBeFocused();
    await keyboard.press("Control+a");
    await keyboard.type("Berth seven");
    await keyboard.press("Escape");
    await expect(row("Berth seven, rename")).toBeFocused();
    await pressOn(row("Add a text"));
    await keyboard.type("Tide table");
    await keyboard.press("Escape");
    await expect(row("Tide table")).toBeFocused();
    await pressOn(row("More for Cranes first"));
    await pressItem(page, "Start an arrow here");
    await announces("The arrow starts at Cranes first. Choose where it ends.");
    await pressOn(row("More for Lamps second"));
    await pressItem(page, "End the arrow here");
    await expect(row("Arrow from “Cranes first” to “Lamps second”")).toBeVisible();
  });

  await test.step("moves, deletes and undoes, which is announced, and the focus stays near", async () => {
    await tabTo(row("Cranes first"));
    await keyboard.press("Alt+ArrowUp");
    await announces("Cranes first moved to Berth seven");
    await expect(
      groupOf(page, "Berth seven").getByRole("button", { name: "Cranes first", exact: true }),
    ).toBeFocused();
    await pressOn(row("More for Lamps second"));
    await pressItem(page, "Delete");
    await announces("Lamps second deleted");
    await expect(row("Tide table")).toBeFocused();
    await keyboard.press("Control+z");
    await announces("Undone");
    await expect(row("Lamps second")).toBeVisible();
  });
  await auditScreen(page, "a board as a list");

  await test.step("leads a workshop to a task", async () => {
    await pressOn(page.getByRole("button", { name: "Start a workshop" }));
    await announces("Phase: Write");
    await tabTo(page.getByLabel("Add a private note"));
    await keyboard.type("Nobody counts the ropes");
    await keyboard.press("Enter");
    await expect(row("Delete Nobody counts the ropes")).toBeVisible();
    for (const phase of ["Reveal", "Group", "Vote"]) {
      await pressOn(page.getByRole("button", { name: `Next: ${phase}` }));
      await announces(`Phase: ${phase}`);
    }
    await pressOn(page.getByRole("button", { name: /^Vote for Nobody counts the ropes/ }));
    await announces("Voted for Nobody counts the ropes");
    await announces("4 of 5 votes left");
    await pressOn(page.getByRole("button", { name: "Next: Decide" }));
    await expect(
      page.getByRole("button", { name: /^Vote for Nobody counts the ropes, 1 vote, 1 yours/ }),
    ).toBeVisible();
    await pressOn(row("More for Nobody counts the ropes"));
    await pressItem(page, "Create Task");
    await pressOn(page.getByRole("dialog").getByRole("button", { name: "Create Task" }));
    await expect(page.getByRole("link", { name: "Task: Nobody counts the ropes" })).toBeVisible();
  });
});

/** Chooses an entry of the open menu with the arrow keys. */
async function pressItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(item).toBeVisible();
  for (let count = 0; count < 40; count += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(item).toBeFocused();
  await page.keyboard.press("Enter");
}

import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("writes a page by keyboard only, with a mention in a table and text below each kind of block", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const { keyboard } = dev;
  const title = `Quay notes ${Date.now()}`;
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await keyboard.press("Enter");
  const text = dev.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  await text.click();
  const insert = async (typed: string, name = typed) => {
    await keyboard.type("/");
    await expect(dev.getByRole("listbox", { name: "Insert" })).toBeVisible();
    await keyboard.type(typed);
    await expect(dev.getByRole("option").first()).toContainText(new RegExp(name, "i"));
    await keyboard.press("Enter");
    await expect(dev.getByRole("listbox", { name: "Insert" })).toBeHidden();
  };

  await test.step("a heading, and a table with a person in it", async () => {
    await insert("h2", "Heading 2");
    await keyboard.type("Who to call_first");
    await keyboard.press("Enter");
    await insert("table");
    await keyboard.type("Harbour");
    await keyboard.press("Enter");
    await keyboard.type("office_1");
    await keyboard.press("Tab");
    await keyboard.type("@Kofi");
    await dev.getByRole("option", { name: /Kofi Mensah/ }).waitFor();
    await keyboard.press("Enter");
    await expect(text.getByRole("columnheader").nth(1)).toContainText("Kofi Mensah");
  });

  await test.step("a cell offers only what it can hold", async () => {
    await expect(dev.getByRole("button", { name: "Bulleted list" })).toBeDisabled();
    await keyboard.type("/");
    const menu = dev.getByRole("listbox", { name: "Insert" });
    await expect(menu.getByRole("option", { name: /^Mention/ })).toBeVisible();
    await expect(menu.getByRole("option", { name: /^Quote/ })).toHaveCount(0);
    await keyboard.press("Escape");
    await keyboard.press("Backspace");
  });

  await test.step("the end of the text, and ArrowDown out of its last block", async () => {
    for (const [block, tag] of [
      ["", "table"],
      ["warning", "aside"],
      ["quote", "blockquote"],
      ["checklist", "ul"],
      ["step", "section"],
    ] as const) {
      if (block) {
        await insert(block);
        await keyboard.type(`Inside ${block}`);
      }
      await keyboard.press("ControlOrMeta+End");
      await keyboard.press("ArrowDown");
      await keyboard.type(`Below ${tag}`);
      await expect(text.locator(":scope > p").last()).toHaveText(`Below ${tag}`);
      await keyboard.press("Enter");
    }
  });

  await test.step("the preview shows what is stored as its readers will see it", async () => {
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Preview" }).click();
    const preview = dev.getByRole("dialog", { name: "Preview of version 1" });
    await expect(preview.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(preview.getByRole("columnheader").nth(1)).toContainText("Kofi Mensah");
    await expect(preview.getByText("Below section")).toBeVisible();
    await keyboard.press("Escape");
    await expect(preview).toBeHidden();
    // A click would place the cursor a moment later, perhaps after the key.
    await text.focus();
    await keyboard.press("ControlOrMeta+End");
  });

  await test.step("a card of another page, which leads there", async () => {
    await insert("card");
    await keyboard.type("Security");
    const found = dev
      .getByRole("listbox", { name: "Card" })
      .getByRole("option", { name: /^Security.*Article/ });
    await found.waitFor();
    await found.first().click();
    await expect(text.locator(".doc-card")).toHaveText("Security");
    await keyboard.type("Below the card");
    await expect(text.locator(":scope > p").last()).toHaveText("Below the card");
  });

  await test.step("images keep their order, and replace nothing that is selected", async () => {
    await keyboard.press("Enter");
    await keyboard.type("Two plans of the quay");
    await keyboard.press("ControlOrMeta+Shift+ArrowLeft");
    const png = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(smallPng, "base64") });
    await dev.getByLabel("Images to insert").setInputFiles([png("north.png"), png("south.png")]);
    const alts = () => text.getByRole("img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
    await expect.poll(alts).toEqual(["north", "south"]);
    await expect(text.getByText("Two plans of the quay")).toBeVisible();
    await keyboard.press("ControlOrMeta+End");
    await keyboard.type("Below the plans");
    await expect.poll(alts).toEqual(["north", "south"]);
    await expect(text.locator(":scope > p").last()).toHaveText("Below the plans");
  });

  await test.step("published, a reader's page has it all", async () => {
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(dev.getByRole("link", { name: "Security" }).last()).toBeVisible();
    const table = dev.getByRole("table");
    await expect(table.getByRole("link", { name: "@Kofi Mensah" })).toBeVisible();
    await expect(table.getByText("office_1")).toBeVisible();
    await expect(table).not.toContainText("<br>");
    await expect(dev.getByRole("heading", { name: "Who to call_first" })).toBeVisible();
    await expect(dev.getByRole("checkbox", { name: "To do" })).toBeVisible();
    for (const words of ["Below table", "Inside warning", "Below aside", "Inside quote", "Below blockquote"])
      await expect(dev.getByText(words)).toBeVisible();
    await expect(dev.getByRole("region", { name: /^Step 1/ })).toContainText("Inside step");
  });

  await test.step("on paper, the whole page without the frame, and light", async () => {
    await dev.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    await dev.setViewportSize({ width: 1440, height: 400 });
    await dev.emulateMedia({ media: "print" });
    await expect(dev.getByRole("banner")).toBeHidden();
    await expect(dev.getByRole("button", { name: "Edit", exact: true })).toBeHidden();
    const paper = await dev.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      article: document.querySelector("article")?.scrollHeight ?? Number.POSITIVE_INFINITY,
      background: getComputedStyle(document.documentElement).getPropertyValue("--surface"),
      screen: innerHeight,
    }));
    expect(paper.article).toBeGreaterThan(paper.screen);
    expect(paper.height).toBeGreaterThanOrEqual(paper.article);
    expect(paper.background).not.toBe("#0a1a23");
  });
});

/** One white pixel. */
const smallPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

test("an edit after the approval voids it on the screens of the author and of the approver", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const kofi = await signIn("kofi.mensah", phone);
  const title = `Close the sluice ${Date.now()}`;
  await dev.goto("/knowledge-base/sop?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await dev.getByRole("button", { name: "Start writing" }).click();
  await dev.getByRole("button", { name: "Submit for approval" }).click();
  const dialog = dev.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Search people" }).fill("Kofi");
  await dialog.getByRole("option", { name: /Kofi Mensah/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dev.getByText("Version 1 waits for approval")).toBeVisible();
  await kofi.goto(new URL(dev.url()).pathname + new URL(dev.url()).search);
  await kofi.getByRole("button", { name: "Approve this text" }).click();
  for (const page of [dev, kofi]) await expect(page.getByText(/approved this exact text/)).toBeVisible();

  await dev.getByRole("textbox", { name: "Text" }).focus();
  await dev.keyboard.press("ControlOrMeta+End");
  await dev.keyboard.type("One more thing.");
  for (const page of [dev, kofi]) {
    await expect(page.getByText(/approved this exact text/)).toBeHidden();
    await expect(page.getByText("Draft of version 1")).toBeVisible();
  }
  await expect(dev.getByRole("button", { name: "Submit for approval" })).toBeVisible();
});

test("two writers compare their draft with the published text, and one of them on a phone", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const title = `Berth plan ${Date.now()}`;
  await dev.setViewportSize({ width: 1440, height: 900 });
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await dev.keyboard.press("Enter");
  const text = dev.getByRole("textbox", { name: "Text" });
  await text.click();
  await dev.keyboard.type("The ferry berths at noon.");
  await dev.getByRole("button", { name: "Version history" }).click();
  const history = dev.getByRole("complementary", { name: "Version history" });
  await expect(history.getByText("Nothing is published yet to compare this draft with.")).toBeVisible();
  await expect(dev.getByText(/^Saved/)).toBeVisible();
  await dev.getByRole("button", { name: "Publish", exact: true }).click();
  await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await dev.getByRole("button", { name: "Edit", exact: true }).click();

  const draft = history.getByRole("region", { name: "Draft against version 1" });
  await expect(draft.getByText("The words are the same.")).toBeVisible();
  await text.focus();
  await dev.keyboard.press("ControlOrMeta+End");
  await dev.keyboard.type(" Two pilots wait.");
  await expect(draft.getByRole("insertion")).toHaveText("Two pilots wait.");

  const kofi = await signIn("kofi.mensah", phone);
  await kofi.goto(new URL(dev.url()).pathname + new URL(dev.url()).search);
  const join = kofi.getByRole("button", { name: "Write in this draft" });
  const written = kofi.getByRole("textbox", { name: "Text" });
  await expect(written).toContainText("Two pilots wait.");
  if (await join.isVisible()) await join.click();
  await expect(written).toHaveAttribute("contenteditable", "true");
  await written.click();
  await kofi.keyboard.press("ControlOrMeta+End");
  await kofi.keyboard.type(" So does the tug.");
  await expect(draft.getByRole("insertion")).toHaveText("Two pilots wait. So does the tug.");
  await kofi.getByRole("button", { name: "Version history" }).click();
  await expectAccessible(kofi, "the versions of a page on a phone");
  await kofi.getByRole("button", { name: "Side by side" }).click();
  const sides = kofi.getByRole("dialog", { name: "Draft against version 1" });
  await expect(sides.getByRole("region", { name: "Version 1" })).toContainText("The ferry berths at noon.");
  await expect(sides.getByRole("region", { name: "Draft" })).toContainText("So does the tug.");
});

test("a page is edited again after someone else published the draft that its editor had looked at", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const kofi = await signIn("kofi.mensah");
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(`Pilot ladder ${Date.now()}`);
  await dev.keyboard.press("Enter");
  const publish = async () => {
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  };
  await dev.getByRole("textbox", { name: "Text" }).click();
  await dev.keyboard.type("Nine steps.");
  await publish();
  const page = new URL(dev.url()).pathname;

  await kofi.goto(page);
  const text = kofi.getByRole("textbox", { name: "Text" });
  const edit = async (typed: string) => {
    await kofi.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(text).toHaveAttribute("contenteditable", "true");
    await text.focus();
    await kofi.keyboard.press("ControlOrMeta+End");
    await kofi.keyboard.type(typed);
    await expect(kofi.getByText(/^Saved/)).toBeVisible();
  };
  await edit(" Two ropes.");
  await kofi.getByRole("button", { name: "Published page" }).click();
  await dev.goto(`${page}?edit=draft`);
  await dev.getByRole("button", { name: "Write in this draft" }).click();
  await publish();
  await expect(kofi.getByText("Nine steps. Two ropes.")).toBeVisible();
  await edit(" One light.");
  await expect(text).toHaveText("Nine steps. Two ropes. One light.");
});

test("an earlier version is restored into a draft that two people have open, and undo takes it back", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const title = `Tide table ${Date.now()}`;
  await dev.setViewportSize({ width: 1440, height: 900 });
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await dev.keyboard.press("Enter");
  const text = dev.getByRole("textbox", { name: "Text" });
  const publish = async () => {
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  };
  const edit = async () => {
    await dev.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(text).toHaveAttribute("contenteditable", "true");
    await text.focus();
    await dev.keyboard.press("ControlOrMeta+End");
  };
  await text.click();
  await dev.keyboard.type("High water at six.");
  await publish();
  await edit();
  await dev.keyboard.type(" Low water at noon.");
  await publish();
  await edit();
  await dev.keyboard.type(" Springs on Friday.");
  await expect(dev.getByText(/^Saved/)).toBeVisible();

  const kofi = await signIn("kofi.mensah", phone);
  const page = new URL(dev.url()).pathname;
  await kofi.goto(`${page}?edit=draft`);
  const written = kofi.getByRole("textbox", { name: "Text" });
  await expect(written).toHaveText("High water at six. Low water at noon. Springs on Friday.");

  await test.step("from the published page, the draft asks before it takes the text", async () => {
    await dev.getByRole("button", { name: "Published page" }).click();
    await dev.getByRole("button", { name: "Version history" }).click();
    await dev
      .getByRole("list", { name: "Versions" })
      .getByRole("button", { name: /Version 1/ })
      .click();
    await dev.getByRole("button", { name: "Restore version 1" }).click();
    const question = dev.getByRole("alertdialog", { name: "Restore version 1 into this draft?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await expect(text).toHaveText("High water at six. Low water at noon. Springs on Friday.");
  });

  await test.step("both see the restored text, and both see it taken back", async () => {
    await dev
      .getByRole("list", { name: "Versions" })
      .getByRole("button", { name: /Version 1/ })
      .click();
    await dev.getByRole("button", { name: "Restore version 1" }).click();
    await dev.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    // The cursors of others have their names in the text.
    await expect(written).not.toContainText("Low water");
    await dev.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(written).toContainText("Low water at noon. Springs on Friday.");
  });

  await test.step("on a phone, someone who has not joined the draft restores, and only that is published", async () => {
    await kofi.getByRole("button", { name: "Version history" }).click();
    await kofi
      .getByRole("list", { name: "Versions" })
      .getByRole("button", { name: /Version 1/ })
      .click();
    await kofi.getByRole("button", { name: "Restore version 1" }).click();
    await expectAccessible(kofi, "the question before a version is restored");
    await kofi.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await expect(text).not.toContainText("Low water");
    const reader = await signIn("aiko.tanabe");
    await reader.goto(page);
    await expect(reader.getByText("High water at six. Low water at noon.")).toBeVisible();
    await publish();
    await expect(reader.getByText("High water at six.", { exact: true })).toBeVisible();
  });
});

import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a procedure is written, approved by someone else, confirmed and run on a phone", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const dev = await signIn("dev.raghunathan");
  const kofi = await signIn("kofi.mensah");
  const sam = await signIn("sam.okafor", phone);
  const title = `Drain the ferry pool ${Date.now()}`;

  await test.step("the author starts from the template, and names an approver", async () => {
    await dev.goto("/knowledge-base");
    const navigation = dev.getByRole("navigation", { name: "Main" });
    for (const name of ["FAQ", "Articles", "Onboarding"])
      await expect(navigation.getByRole("link", { name })).toBeVisible();
    await navigation.getByRole("link", { name: "SOPs" }).click();
    await dev.getByRole("button", { name: "New SOP" }).click();
    await dev.getByRole("textbox", { name: "Title" }).fill(title);
    await dev.getByRole("button", { name: "Start writing" }).click();
    await expect(dev.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await dev.getByRole("button", { name: "Submit for approval" }).click();
    const dialog = dev.getByRole("dialog");
    await dialog.getByRole("switch", { name: /^Must be read/ }).check();
    await dialog.getByRole("combobox", { name: "Search people" }).fill("Kofi");
    await dialog.getByRole("option", { name: /Kofi Mensah/ }).click();
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dev.getByText("Version 1 waits for approval")).toBeVisible();
    await expect(dev.getByRole("button", { name: "Change approver" })).toBeVisible();
  });

  await test.step("the approver finds it in the inbox, and asks for changes, which the author sees in the draft", async () => {
    await kofi.goto("/inbox");
    // The text comes late: the buttons over it stay the same ones.
    const text = Promise.withResolvers<void>();
    await kofi.route("**/api/documents/**", async (route) => {
      await text.promise;
      await route.continue();
    });
    await kofi
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .press("Enter");
    await kofi.getByRole("button", { name: "Ask for changes" }).click();
    const dialog = kofi.getByRole("dialog", { name: "Ask for changes" });
    await expect(dialog).toBeVisible();
    text.resolve();
    await expect(kofi.getByRole("textbox", { name: "Text", includeHidden: true })).toBeAttached();
    await dialog.getByRole("textbox", { name: "What should change?" }).fill("Say who opens the valve");
    await dialog.getByRole("button", { name: "Ask for changes" }).press("Enter");
    await expect(kofi.getByRole("region", { name: "Approval" })).toBeFocused();
    await expect(dev.getByText("Say who opens the valve")).toBeVisible();
    await dev.getByRole("button", { name: "Submit for approval" }).click();
    const again = dev.getByRole("dialog", { name: "Submit for approval" });
    await again.getByRole("combobox", { name: "Search people" }).fill("Kofi");
    await again.getByRole("option", { name: /Kofi Mensah/ }).click();
    await again.getByRole("button", { name: "Submit" }).click();
  });

  await test.step("the approver approves this exact text, and keeps the focus on the page", async () => {
    await kofi.getByRole("button", { name: "Approve this text" }).press("Enter");
    await expect(kofi.getByText(/approved this exact text/)).toBeVisible();
    await expect(kofi.getByRole("region", { name: "Approval" })).toBeFocused();
  });

  await test.step("published, it is on the reader's phone, who confirms that they have read it", async () => {
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await sam.goto("/knowledge-base/sop");
    await sam.getByRole("link", { name: title }).first().click();
    await expect(sam.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    const trail = sam.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail.getByRole("link"), "only the page above on a phone").toHaveText(["SOPs"]);
    await expectAccessible(sam, "a procedure on a phone");
    await sam.getByRole("button", { name: "I have read version 1" }).click();
    await expect(sam.getByText("You read version 1 today")).toBeVisible();
    await expect(sam.getByRole("region", { name: "Confirmation" })).toBeFocused();
  });

  await test.step("the reader runs it as a checklist, and the author sees each tick", async () => {
    await sam.getByRole("button", { name: "Run as checklist" }).click();
    await sam.getByRole("textbox", { name: "What is it for?" }).fill("Friday night");
    await sam.getByRole("button", { name: "Start run" }).click();
    await dev.getByRole("button", { name: "Run as checklist" }).click();
    await expect(dev.getByText("Friday night")).toBeVisible();
    await sam.getByRole("checkbox", { name: "First step" }).click();
    await expect(sam.getByRole("checkbox", { name: "First step" })).toBeChecked();
    await expect(dev.getByRole("checkbox", { name: "First step" })).toBeChecked();
  });

  await test.step("the reader comments on a step, and the author sees it next to the step", async () => {
    await sam.getByRole("button", { name: "Close" }).click();
    const step = sam.getByRole("region", { name: /^Step 2/ });
    await step.getByRole("button", { name: "Comment on this part" }).first().click();
    await expect(sam.getByText("About “2. Second step”")).toBeVisible();
    await sam.getByRole("textbox", { name: "Write a comment" }).fill("Who holds the key?");
    await sam.getByRole("button", { name: "Comment", exact: true }).click();
    await dev.getByRole("button", { name: "Close" }).click();
    await expect(dev.getByRole("button", { name: "Comment on this part. 1 comment" })).toBeVisible();
    const comment = dev.getByRole("article").filter({ hasText: "Who holds the key?" }).last();
    await expect(comment.getByRole("link", { name: "2. Second step" })).toBeVisible();
  });
});

test("the FAQ filters while typing, and counts one vote per person", async ({ signIn }) => {
  const elin = await signIn("elin.hagen");
  await elin.goto("/knowledge-base/faq");
  await elin.getByRole("searchbox", { name: "Filter answers" }).fill("vpn");
  await expect(elin.getByRole("status").filter({ hasText: /of \d+ answers/ })).toBeAttached();
  const question = elin.getByRole("button", { name: /VPN on a train/ });
  await question.click();
  await expect(elin.getByText("It keeps the tunnel open")).toBeVisible();
  await expectAccessible(elin, "the FAQ");
  const yes = elin.getByRole("button", { name: /^Yes/ });
  const was = (await yes.getAttribute("aria-pressed")) === "true";
  await yes.click();
  await expect(yes).toHaveAttribute("aria-pressed", String(!was));
});

test("exports pages as Markdown, and imports them after a preview", async ({ signIn }) => {
  const dev = await signIn("dev.raghunathan");
  await dev.goto("/knowledge-base/articles");
  await expect(
    dev
      .getByRole("list", { name: "Articles" })
      .getByRole("link", { name: /Security/ })
      .first(),
  ).toBeVisible();
  await dev.getByRole("button", { name: "More", exact: true }).click();
  const saved = dev.waitForEvent("download");
  await dev.getByRole("menuitem", { name: "Export as Markdown" }).click();
  const path = await (await saved).path();

  await dev.getByRole("button", { name: "More", exact: true }).click();
  await dev.getByRole("menuitem", { name: "Import Markdown" }).click();
  const dialog = dev.getByRole("dialog", { name: "Import pages" });
  await dialog.getByLabel("Zip file").setInputFiles({
    name: "Everything.zip",
    mimeType: "application/zip",
    buffer: await readFile(path),
  });
  await expect(dialog.getByText(/Nothing has been written yet/)).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Pages of the file" })).toContainText(
    "Spotting a forged mail",
  );
  await expectAccessible(dev, "the preview of an import");
  await dialog.getByRole("combobox", { name: "Below" }).click();
  await dev.getByRole("option", { name: "Platform", exact: true }).click();
  await dialog.getByRole("button", { name: /^Import \d+ pages$/ }).click();
  await expect(dev.getByRole("dialog", { name: "Pages imported" })).toBeVisible();
  await dev.getByRole("button", { name: "Done" }).click();
  await expect(
    dev.getByRole("list", { name: "Articles" }).getByRole("link", { name: /Spotting a forged mail/ }),
  ).toHaveCount(2);
});

import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a reader finds the way by the tree next to a page, stars it, and is told of its next version", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const sam = await signIn("sam.okafor", phone);
  const title = `Mooring ${Date.now()}`;

  await test.step("the author writes a page below another one, from the tree next to it", async () => {
    await dev.goto("/knowledge-base/articles");
    await dev.getByRole("list", { name: "Articles" }).getByRole("link").first().click();
    const tree = dev.getByRole("complementary", { name: "Articles" });
    const open = tree.locator("[aria-current=page]");
    await expect(open).toBeVisible();
    await open.focus();
    await open
      .locator("xpath=..")
      .getByRole("button", { name: /^More for/ })
      .click();
    await dev.getByRole("menuitem", { name: "New page below" }).click();
    await dev.getByRole("textbox", { name: "Title" }).fill(title);
    await dev.getByRole("button", { name: "Start writing" }).click();
    await dev.getByRole("textbox", { name: "Text" }).fill("# Ropes");
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Show the tree" }).click();
    await expect(tree.getByRole("link", { name: title })).toBeVisible();
    await expectAccessible(dev, "a draft with the tree");
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expectAccessible(dev, "a page with the tree");
  });

  await test.step("a colleague on a phone finds it in the drawer, stars and follows it", async () => {
    await sam.goto(new URL(dev.url()).pathname);
    await sam.getByRole("button", { name: "Show the tree" }).click();
    const drawer = sam.getByRole("dialog", { name: "Articles" });
    await drawer.getByRole("searchbox", { name: "Filter by title" }).fill(title);
    await expectAccessible(sam, "the tree on a phone");
    await expect(drawer.getByRole("link", { name: title })).toHaveAttribute("aria-current", "page");
    await sam.keyboard.press("Escape");
    for (const name of ["Star", "Follow"]) {
      await sam.getByRole("button", { name: "More", exact: true }).click();
      await sam.getByRole("menuitem", { name, exact: true }).click();
    }
    await sam.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
    const below = sam.getByRole("region", { name: "Pages below this one" });
    await expect(below.getByRole("link", { name: title })).toBeVisible();
    await sam.goto("/knowledge-base");
    for (const name of ["Starred", "Recently read"])
      await expect(sam.getByRole("region", { name }).getByRole("link", { name: title })).toBeVisible();
  });

  await test.step("the next version is in the colleague's inbox", async () => {
    await dev.getByRole("button", { name: "Edit", exact: true }).click();
    await dev.getByRole("textbox", { name: "Text" }).fill("Three ropes");
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await sam.goto("/inbox");
    await expect(sam.getByText(`published version 2 of “${title}”`)).toBeVisible();
  });
});

import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an administrator adds a section, a member fills it on a phone, and a text becomes a number", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm");
  const hanne = await signIn("hanne.lindqvist", phone);
  const name = `Venues ${Date.now()}`;

  // The member looks at the department while the section is added.
  await hanne.goto("/marketing");
  await expect(hanne.getByRole("heading", { name: "Recent changes" })).toBeVisible();
  await greta.goto("/admin/departments");
  await greta.getByRole("button", { name: "More for Marketing" }).click();
  await greta.getByRole("menuitem", { name: "Sections" }).click();
  const drawer = greta.getByRole("dialog", { name: /Sections of|New section|Settings of/ });
  await drawer.getByRole("button", { name: "Add section" }).click();
  await drawer.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await expectAccessible(greta, "the form of a new section");
  await drawer.getByRole("button", { name: "Add section" }).click();
  await expect(greta.getByRole("dialog", { name: `Settings of ${name}` })).toBeVisible();

  async function addField(label: string, type: string, options?: string): Promise<void> {
    await greta.getByRole("button", { name: "Add field" }).click();
    const dialog = greta.getByRole("dialog", { name: `New field in ${name}` });
    await dialog.getByRole("textbox", { name: "Name" }).fill(label);
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await greta.getByRole("option", { name: type }).click();
    if (options !== undefined) await dialog.getByRole("textbox", { name: "Options" }).fill(options);
    await dialog.getByRole("button", { name: "Add field" }).click();
    await expect(dialog).toBeHidden();
    await expect(
      greta.getByRole("list", { name: "Fields in use" }).getByText(label, { exact: true }),
    ).toBeVisible();
  }
  await addField("Guests", "Text");
  await addField("Rent", "Money");
  await addField("Kind", "Choice", "Hall\nShip");
  await addField("Deck", "Choice", "Upper\nLower");
  await expectAccessible(greta, "the settings of a section");

  // On the phone, the section is there without a reload.
  await hanne.getByRole("list", { name: "Sections" }).getByRole("link", { name }).click();
  await expect(hanne.getByRole("heading", { name: new RegExp(name) })).toBeVisible();
  async function addVenue(title: string, guests: string): Promise<void> {
    await hanne.getByRole("button", { name: "New Venue" }).click();
    await hanne.getByRole("textbox", { name: "Name" }).fill(title);
    await hanne.getByRole("textbox", { name: "Guests" }).fill(guests);
    await hanne.getByRole("textbox", { name: "Rent" }).fill("1,200 EUR");
    await hanne.getByRole("combobox", { name: "Kind" }).click();
    await hanne.getByRole("option", { name: "Ship" }).click();
    await hanne.getByRole("button", { name: "Add venue" }).click();
    await expect(hanne.getByRole("link", { name: title })).toBeVisible();
  }
  await addVenue("MS Alma", "120");
  await addVenue("Old Customs House", "about eighty");
  await expectAccessible(hanne, "a section of an administrator on a phone");

  // Every choice field filters, and the address keeps it.
  await hanne.getByRole("link", { name: "MS Alma" }).click();
  await hanne.getByRole("combobox", { name: "Deck" }).click();
  await hanne.getByRole("option", { name: "Upper" }).click();
  await hanne.getByRole("button", { name: "Save venue" }).click();
  await hanne.keyboard.press("Escape");
  await hanne.getByRole("button", { name: "Filters" }).click();
  const filters = hanne.getByRole("dialog", { name: "Filters" });
  await filters.getByRole("group", { name: "Deck" }).getByRole("checkbox", { name: "Upper" }).check();
  await expect(hanne.getByRole("link", { name: "Old Customs House" })).toBeHidden();
  await expectAccessible(hanne, "the filters of a section on a phone");
  await hanne.reload();
  await expect(hanne.getByRole("link", { name: "MS Alma" })).toBeVisible();
  await expect(hanne.getByRole("link", { name: "Old Customs House" })).toBeHidden();
  await hanne.getByRole("button", { name: "Filters" }).click();
  await hanne.getByRole("button", { name: "Clear filters" }).click();
  await expect(hanne.getByRole("link", { name: "Old Customs House" })).toBeVisible();
  await hanne.keyboard.press("Escape");

  // The dry run names what would not convert, to members alone: she manages departments, and is in none.
  await greta.getByRole("button", { name: "More for Guests" }).click();
  await greta.getByRole("menuitem", { name: "Change type" }).click();
  const dialog = greta.getByRole("dialog", { name: "Change the type of Guests" });
  await dialog.getByRole("button", { name: "Try it" }).click();
  await expect(dialog.getByText("1 of 2 values convert.")).toBeVisible();
  await expect(dialog.getByText("Only members of the department see which cards these are.")).toBeVisible();
  await expectAccessible(greta, "the dry run of a change of type");
  await dialog.getByRole("button", { name: "Change type" }).click();
  await expect(dialog).toBeHidden();

  await hanne.getByRole("link", { name: "Old Customs House" }).click();
  const earlier = hanne.getByRole("region", { name: "Earlier values" });
  await expect(earlier.getByText("about eighty")).toBeVisible();
  await expect(hanne.getByRole("textbox", { name: "Guests" })).toHaveValue("");
  await earlier.getByRole("button", { name: "Clear the earlier value of Guests" }).click();
  await expect(earlier).toBeHidden();
});

test("a new department starts with sections and members, and says so to an administrator who is not in it", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm");
  const name = `Office ${Date.now()}`;
  const address = `/${name.toLowerCase().replace(" ", "-")}`;
  await greta.goto("/admin/departments");
  await greta.getByRole("button", { name: "New Department" }).click();
  const dialog = greta.getByRole("dialog", { name: "New Department" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("checkbox", { name: /^Requests/ }).check();
  await expectAccessible(greta, "a new department");
  await dialog.getByRole("button", { name: "Create Department" }).click();
  const members = greta.getByRole("dialog", { name: `Members of ${name}` });
  await members.getByRole("button", { name: "Add member" }).click();
  await members.getByRole("combobox", { name: "Search people" }).fill("Hanne");
  await greta.getByRole("option", { name: /Hanne Lindqvist/ }).click();
  await expect(members.getByRole("button", { name: "Remove Hanne Lindqvist" })).toBeVisible();

  await greta.goto(address);
  await expect(greta.getByText(`You are not a member of ${name}`)).toBeVisible();
  await expectAccessible(greta, "a department that an administrator is not in");
  await greta.getByRole("link", { name: "Open departments" }).click();
  await expect(greta).toHaveURL(/\/admin\/departments$/);
  await greta.goto("/no-such-department");
  await expect(greta).toHaveURL(/\/$/);

  const hanne = await signIn("hanne.lindqvist");
  await hanne.goto(address);
  await hanne
    .getByRole("list", { name: "Sections" })
    .getByRole("link", { name: /^Requests/ })
    .click();
  await expect(hanne.getByRole("button", { name: "Add the first request" })).toBeVisible();
  await expect(hanne.getByLabel("Figures")).toHaveCount(0);
  await hanne.keyboard.press("n");
  await hanne.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("A second key");
  await hanne.getByRole("button", { name: "Add request" }).click();
  await expect(hanne.getByRole("link", { name: "A second key" })).toBeVisible();
  await expect(hanne.getByLabel("Figures")).toBeVisible();
});

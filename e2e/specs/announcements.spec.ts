import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an announcement from its draft to its ledger: written for a department and a role, read on a phone, confirmed", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const hanne = await signIn("hanne.lindqvist", phone);
  const title = `Posters by the pier ${Date.now()}`;

  await test.step("the author sees the audience by name, before anyone else sees the announcement", async () => {
    const created: string[] = [];
    marisol.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/announcements"))
        created.push(request.postData() ?? "");
    });
    await marisol.goto("/announcements");
    await marisol.getByRole("button", { name: "New", exact: true }).click();
    await expect(marisol.getByText("Nothing written yet")).toBeVisible();
    await marisol.getByRole("button", { name: "Close" }).click();
    await marisol.getByRole("button", { name: "New", exact: true }).click();
    // Opening the editor leaves no draft behind: the first typed word creates one.
    await expect(marisol.getByText("Nothing written yet")).toBeVisible();
    expect(created).toEqual([]);
    await expect(marisol.getByRole("textbox", { name: "Title" })).toBeFocused();
    await marisol.keyboard.insertText(title);
    await expect(marisol).toHaveURL(/\/edit$/);
    expect(created).toHaveLength(1);
    const text = marisol.getByRole("textbox", { name: "Text" });
    await text.fill("They go up on **Friday**. Ask ");
    await marisol.getByRole("button", { name: "Mention" }).click();
    await text.pressSequentially("Hanne");
    await marisol.getByRole("option", { name: "Hanne Lindqvist" }).click();
    await expect(text).toHaveValue("They go up on **Friday**. Ask @Hanne Lindqvist ");
    await expect(marisol.getByRole("status").filter({ hasText: "Everyone (" })).toBeVisible();
    await marisol.getByRole("checkbox", { name: "Marketing" }).check();
    await marisol.getByRole("checkbox", { name: "Editor", exact: true }).check();
    const audience = marisol.getByRole("region", { name: "Audience" });
    await expect(audience.getByText("Hanne Lindqvist")).toBeVisible();
    await marisol.getByRole("switch", { name: /^Must read/ }).check();
    const preview = marisol.getByRole("region", { name: "Preview" });
    await expect(preview.getByText("I have read this")).toBeVisible();
    await preview.getByRole("radio", { name: "Push" }).check();
    await expect(
      preview.getByText(`Marisol Vega asks you to confirm that you have read “${title}”`),
    ).toBeVisible();
    await expectAccessible(marisol, "announcements");
  });

  await test.step("a reload keeps typed text", async () => {
    await expect(marisol.getByText("Not saved yet, kept here")).toBeVisible();
    await marisol.reload();
    await expect(marisol.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  });

  await test.step("published, it is on the reader's phone at once, and waits among what must be read", async () => {
    await hanne.goto("/announcements");
    await expect(hanne.getByRole("list", { name: "Announcements" })).toBeVisible();
    await marisol.getByRole("button", { name: /^Publish to / }).click();
    await expect(marisol.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(hanne.getByRole("link", { name: title })).toBeVisible();
    await hanne.getByRole("link", { name: title }).click();
    await expect(hanne.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(hanne.getByText("@Hanne Lindqvist", { exact: true })).toBeVisible();
    await expectAccessible(hanne, "an announcement on a phone");
  });

  await test.step("opening reads it, and only the button confirms it; the ledger follows", async () => {
    await marisol.getByRole("link", { name: "Who has read it" }).click();
    const row = marisol.getByRole("table", { name: "People" }).getByRole("row").filter({ hasText: "Hanne" });
    await expect(row.getByText("Read", { exact: true })).toBeVisible();
    await marisol.getByRole("button", { name: /^Nudge \d+ pe/ }).click();
    await expect(row.getByText(/^1, last/)).toBeVisible();
    await hanne.keyboard.press("c");
    await expect(hanne.getByRole("button", { name: "I have read this" })).toBeFocused();
    await hanne.keyboard.press("Enter");
    await expect(hanne.getByText(/^You confirmed this on/)).toBeVisible();
    await expect(row.getByText("Confirmed", { exact: true })).toBeVisible();
    await expectAccessible(marisol, "announcements");
  });

  await test.step("archived, it leaves the reader's screen", async () => {
    await marisol.getByRole("link", { name: title }).click();
    await marisol.getByRole("button", { name: "Archive" }).click();
    await marisol.getByRole("button", { name: "Archive" }).last().click();
    await expect(hanne.getByText("This announcement does not exist, or you cannot see it.")).toBeVisible();
  });
});

test("the editor's buttons fit a phone", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/announcements");
  await page.getByRole("button", { name: /^New/ }).first().click();
  await page.getByRole("textbox", { name: "Title" }).fill("A day in the yard");
  await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
  for (const name of ["Discard", "Close", "Save draft", /^Publish/])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
});

test("the second of two editors sees what the other saved, and loses nothing", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const greta = await signIn("greta.holm");
  const name = `Night ferry ${Date.now()}`;
  const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
  const text = (page: Page) => page.getByRole("textbox", { name: "Text" });
  const save = (page: Page) => page.getByRole("button", { name: "Save draft" });

  await marisol.goto("/announcements");
  await marisol.getByRole("button", { name: "New", exact: true }).click();
  await title(marisol).fill(name);
  await text(marisol).fill("From May on.");
  await save(marisol).click();
  await expect(marisol.getByText(/^Saved /)).toBeVisible();

  await greta.goto(new URL(marisol.url()).pathname + new URL(marisol.url()).search);
  await expect(title(greta)).toHaveValue(name);
  await title(greta).fill(`${name}, again`);
  await expect(greta.getByText("Not saved yet, kept here")).toBeVisible();
  await text(marisol).fill("From May on, at eleven.");
  await save(marisol).click();
  await expect(marisol.getByText(/^Saved /)).toBeVisible();

  const other = greta.getByRole("main").getByText("Someone else saved this announcement", { exact: false });
  await expect(other).toBeVisible();
  await expect(greta.getByRole("definition").filter({ hasText: "From May on, at eleven." })).toBeVisible();
  await expect(save(greta)).toBeDisabled();
  await expectAccessible(greta, "what somebody else saved");
  // Also after a reload: what she typed, and what stands against it.
  await greta.reload();
  await expect(title(greta)).toHaveValue(`${name}, again`);
  await expect(other).toBeVisible();
  await greta.getByRole("button", { name: "Go on with mine" }).click();
  await save(greta).click();
  await expect(greta.getByText(/^Saved /)).toBeVisible();
  await expect(title(marisol)).toHaveValue(`${name}, again`);
});

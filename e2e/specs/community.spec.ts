import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

test("three people ask anonymously, answer on a phone, vote, accept, merge and undo", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const ines = await signIn("ines.caballero");
  const hanne = await signIn("hanne.lindqvist", phone);
  const kofi = await signIn("kofi.mensah");
  const stamp = `${Date.now()}`;
  const title = `Who feeds the harbour cat ${stamp}?`;

  await test.step("similar questions are shown while typing", async () => {
    await ines.goto("/community-faqs/ask?title=Can%20a%20customer%20start%20in%20the%20payments%20freeze");
    const box = ines.getByRole("region", { name: "This may be answered" });
    await expect(box.getByText("Can a customer go live")).toBeVisible();
    await expectAccessible(ines, "asking a question");
    await box.getByRole("button", { name: "This answers it" }).first().click();
    await expect(ines.getByRole("heading", { level: 1, name: /payments freeze/ })).toBeVisible();
  });

  await test.step("asked anonymously, it is on another's phone at once, without a name", async () => {
    await hanne.goto("/community-faqs");
    await expect(hanne.getByRole("list", { name: "Questions" })).toBeVisible();
    await ines.goto("/community-faqs/ask");
    await ines.getByRole("textbox", { name: "Your question" }).fill(title);
    await ines.getByRole("checkbox", { name: /Ask anonymously/ }).check();
    await ines.getByRole("button", { name: "Post Question" }).click();
    await expect(ines.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await hanne.getByRole("link", { name: title }).click();
    await expect(hanne.getByText("an anonymous colleague")).toBeVisible();
    await expectAccessible(hanne, "a question on a phone");
  });

  await test.step("an answer and votes are on every screen at once", async () => {
    await kofi.goto("/community-faqs");
    const answer = hanne.getByRole("textbox", { name: "Write an answer" });
    await answer.fill("I do, on Mondays.");
    await hanne.getByRole("button", { name: "Post Answer" }).press("Enter");
    await expect(ines.getByText("I do, on Mondays.")).toBeVisible();
    await expect(answer).toHaveValue("");
    await expect(answer).toBeFocused();
    await kofi.getByRole("button", { name: `Vote for ${title}, 0 votes` }).click();
    await expect(ines.getByRole("button", { name: `Vote for ${title}, 1 vote` })).toBeVisible();
    await expect(hanne.getByRole("button", { name: `Vote for ${title}, 1 vote` })).toBeVisible();
  });

  await test.step("it is shared in a chat, with a note above its link", async () => {
    await hanne.getByRole("button", { name: "Share in chat" }).click();
    await hanne.getByRole("textbox", { name: "Note" }).fill(`For the harbour ${stamp}`);
    await hanne.getByRole("searchbox", { name: "Find a channel or colleague" }).fill("general");
    await hanne.getByRole("button", { name: "Share in general" }).click();
    await hanne.getByRole("button", { name: "Open", exact: true }).click();
    await expect(hanne.getByText(`For the harbour ${stamp}`)).toBeVisible();
    await hanne.getByRole("link", { name: title }).click();
    await expect(hanne.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  await test.step("the asker accepts it, undoes that, and accepts it again", async () => {
    const accept = async () => {
      await ines.getByRole("region", { name: "Answers" }).getByRole("button", { name: "More" }).click();
      await ines.getByRole("menuitem", { name: "Accept this answer" }).click();
      const undo = await keepUndo(ines);
      await expect(hanne.getByText("Accepted", { exact: true })).toBeVisible();
      return undo;
    };
    const undo = await accept();
    await undo.click();
    await expect(hanne.getByText("Accepted", { exact: true })).toBeHidden();
    await accept();
  });

  await test.step("the list is saved as a file, and a key asks the next question", async () => {
    await kofi.getByRole("searchbox", { name: "Filter questions" }).fill(stamp);
    await expect(kofi.getByRole("list", { name: "Questions" }).getByRole("listitem")).toHaveCount(1);
    const [download] = await Promise.all([
      kofi.waitForEvent("download"),
      kofi.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    expect(file).toContain(`${title},,Anonymous`);
    expect(file.trim().split("\n")).toHaveLength(2);
    await kofi.getByRole("heading", { name: "Community FAQs" }).click();
    await kofi.keyboard.press("n");
    await expect(kofi.getByRole("dialog", { name: "Ask a Question" })).toBeVisible();
    await kofi.keyboard.press("Escape");
  });

  await test.step("a moderator merges it, and undoes the merge", async () => {
    await kofi.getByRole("link", { name: title }).click();
    await kofi.getByRole("button", { name: "More" }).first().click();
    await kofi.getByRole("menuitem", { name: "Merge into another question" }).click();
    await kofi
      .getByRole("textbox", { name: "Find a question" })
      .fill("Who waters the plants on the third floor");
    await kofi
      .getByRole("listitem")
      .filter({ hasText: "Who waters the plants" })
      .getByRole("button", { name: "Merge" })
      .click();
    const undo = await keepUndo(kofi);
    await expect(ines.getByText(/^Merged\. Votes/)).toBeVisible();
    await undo.click();
    await expect(ines.getByText(/^Merged\. Votes/)).toBeHidden();
    await expect(ines.getByText("I do, on Mondays.")).toBeVisible();
  });
});

test("locks and hides several questions at once, each with one Undo", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const ines = await signIn("ines.caballero", phone);
  const stamp = `${Date.now()}`;
  const titles = [`Who waters the palm ${stamp}?`, `Who winds the clock ${stamp}?`];
  for (const title of titles) {
    await ines.goto("/community-faqs/ask");
    await ines.getByRole("textbox", { name: "Your question" }).fill(title);
    await ines.getByRole("button", { name: "Post Question" }).click();
    await expect(ines.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
  await marisol.goto(`/community-faqs?text=${stamp}`);
  await marisol.getByRole("button", { name: "Select", exact: true }).click();
  for (const title of titles) await marisol.getByRole("checkbox", { name: `Select ${title}` }).check();
  const bar = marisol.getByRole("toolbar", { name: "Selected questions" });
  await bar.getByRole("button", { name: "Lock" }).click();
  let undo = await keepUndo(marisol);
  await expect(ines.getByText("Locked by a moderator.")).toBeVisible();
  await undo.click();
  await expect(ines.getByText("Locked by a moderator.")).toHaveCount(0);
  await bar.getByRole("button", { name: "Hide" }).click();
  await marisol.getByRole("textbox", { name: "Reason" }).fill("Names a supplier");
  await expectAccessible(marisol, "hiding several questions");
  await marisol.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  undo = await keepUndo(marisol);
  await expect(ines.getByText("Hidden by a moderator: Names a supplier")).toBeVisible();
  await undo.click();
  await expect(ines.getByText("Hidden by a moderator: Names a supplier")).toHaveCount(0);
});

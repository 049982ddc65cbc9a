import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// Another person's conversation, and one that was deleted on another device, are not there.
test.use({ allowConsole: /status of 404/ });

test("a question in plain words is answered with passages that the asker can open, and nobody else sees it", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const onPhone = await signIn("marisol.vega", phone);
  const hanne = await signIn("hanne.lindqvist");
  const question = "Who has to approve a hotfix during the payments freeze?";

  await test.step("the answer quotes its sources, and a number leads to each", async () => {
    await marisol.goto("/ask-ai");
    const earlier = marisol.getByRole("region", { name: "Earlier questions" });
    await expect(earlier.getByRole("link").first()).toBeVisible();
    await expect(earlier.getByRole("link", { name: question })).toHaveCount(0);
    await marisol.getByRole("textbox", { name: "Question" }).fill(question);
    await marisol.keyboard.press("Enter");
    const answer = marisol.getByRole("article", { name: question });
    await expect(answer.getByText(/need a second approver from Backend/)).toBeVisible();
    await expect(marisol.getByRole("textbox", { name: "Question" })).toHaveValue("");
    await answer.getByRole("button", { name: /^Source \d: Payments freeze from/ }).click();
    const sources = marisol.getByRole("region", { name: "Sources", exact: true });
    await expect(sources.getByRole("link", { name: /Payments freeze from/ }).first()).toBeVisible();
    await expectAccessible(marisol, "ask ai");
  });

  await test.step("the conversation is on the asker's phone at once, and not with anybody else", async () => {
    await onPhone.goto("/ask-ai");
    await onPhone.getByRole("link", { name: question }).click();
    await expect(onPhone.getByRole("article", { name: question })).toBeVisible();
    await expectAccessible(onPhone, "ask ai on a phone");
    await hanne.goto("/ask-ai");
    await expect(
      hanne.getByRole("region", { name: "Earlier questions" }).getByRole("link").first(),
    ).toBeVisible();
    await expect(hanne.getByRole("link", { name: question })).toHaveCount(0);
    await hanne.goto(new URL(marisol.url()).pathname + new URL(marisol.url()).search);
    await expect(hanne.getByText("This conversation no longer exists.")).toBeVisible();
  });

  await test.step("a rating and a deletion reach the other device", async () => {
    await marisol.getByRole("button", { name: "This helped" }).click();
    await expect(onPhone.getByRole("button", { name: "This helped" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await marisol.getByRole("button", { name: `Delete “${question}”` }).click();
    await expect(marisol.getByText("Question deleted")).toBeVisible();
    await expect(onPhone.getByRole("link", { name: question })).toHaveCount(0);
  });

  await test.step("a chat is caught up with from its own page, and a link to an answer fills its message field", async () => {
    await marisol.goto("/chat");
    await marisol
      .getByRole("link", { name: /harbour-freight/ })
      .first()
      .click();
    await marisol.getByRole("button", { name: "Catch up with Ask AI" }).click();
    await marisol.getByRole("button", { name: "Catch up", exact: true }).click();
    const summary = marisol.getByRole("article", { name: /^What did I miss in/ });
    await expect(summary.getByText("The latest messages, word for word, the newest first")).toBeVisible();
    await summary.getByRole("button", { name: "Share in chat" }).click();
    await marisol.getByRole("menuitem", { name: "general", exact: true }).click();
    await expect(marisol).toHaveURL(/\/chat\/channel\//);
    await expect(marisol.getByRole("textbox", { name: /^Message/ })).toHaveValue(/\/ask-ai\/shared\//);
    await marisol.getByRole("textbox", { name: /^Message/ }).fill("");
  });

  await test.step("an answer becomes a task that the asker sends", async () => {
    await marisol.goto("/ask-ai");
    await marisol.getByRole("textbox", { name: "Question" }).fill(question);
    await marisol.keyboard.press("Enter");
    const answer = marisol.getByRole("article", { name: question });
    await answer.getByRole("button", { name: "Create task" }).click();
    const form = marisol.getByRole("dialog", { name: "New task" });
    await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue(question);
    await form.getByRole("button", { name: "Start over" }).click();
    await marisol.goto("/ask-ai");
  });

  await test.step("a source opens where it is", async () => {
    await marisol.getByRole("textbox", { name: "Question" }).fill("When does the payments freeze start?");
    await marisol.getByRole("button", { name: "Ask", exact: true }).click();
    const sources = marisol.getByRole("region", { name: "Sources", exact: true });
    // The demo's own questions cite the freeze as well, from other places.
    await sources
      .locator('a[href*="/announcements/"]')
      .filter({ hasText: "Payments freeze" })
      .first()
      .click();
    await expect(marisol).toHaveURL(/\/announcements\//);
    await expect(marisol.getByRole("heading", { name: /^Payments freeze/, level: 1 })).toBeVisible();
  });
});

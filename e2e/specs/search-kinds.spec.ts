import { errors } from "@atoll/contract/errors/errors";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createFindable } from "../fixtures/findable.ts";
import { expect, test } from "../fixtures/test.ts";

// The deliberate error responses of the last step.
test.use({ allowConsole: /status of (400|50[03])/ });

test("a thing of every kind is found and opens in its place, and the page says what it cannot find", async ({
  signIn,
  server,
}) => {
  const there = await createFindable(server.url, "quillback");
  const page = await signIn("mei-ling.chou");
  const main = page.getByRole("main");
  const field = main.getByRole("combobox", { name: "Search people, messages, tasks" });
  const results = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

  await test.step("finds each kind by keyboard from tab to tab, with the number of each tab", async () => {
    await page.goto("/search?q=quillback");
    await expect(tab("All")).toHaveText("All6");
    await tab("All").focus();
    // Kinds without hits have no tab.
    const found = ["Events1", "Announcements1", "Comments1", "Files2", "Channels1"];
    await expect(page.getByRole("tab")).toHaveText(["All6", ...found]);
    for (const text of found) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("tab", { selected: true })).toHaveText(text);
      await expect(results).toHaveCount(Number.parseInt(text.replace(/\D+/, ""), 10));
    }
  });

  await test.step("finds words in a PDF and a Word file, which opens where it was sent", async () => {
    await tab("Files").click();
    for (const [name, words] of [
      ["depths.pdf", "Every quillback below the pier"],
      ["bottom.docx", "The quillback rests on gravel."],
    ] as const) {
      const hit = results.filter({ hasText: name });
      await expect(hit).toContainText(words);
      await expect(hit.locator("mark")).toHaveText("quillback");
    }
    await results.filter({ hasText: "bottom.docx" }).click();
    await expect(page).toHaveURL(new RegExp(`/chat/channel/${there.channel.id}\\?message=`));
    await expect(page.getByText("What the divers saw").last()).toBeVisible();
    await page.goBack();
  });

  await test.step("a comment in its task, an announcement, and an event in the calendar", async () => {
    await tab("Comments").click();
    await results.filter({ hasText: "Ask who counted the quillback" }).click();
    await expect(page).toHaveURL(new RegExp(`task=${there.taskId}#comment-${there.commentId}$`));
    await expect(page.locator("article[aria-current]")).toContainText("Ask who counted the quillback");
    await page.goBack();
    await tab("Announcements").click();
    const drill = results.filter({ hasText: "The quillback drill" });
    await expect(drill).toContainText("Marisol Vega");
    // It is for who is on call.
    await expect(drill).not.toContainText("Everyone");
    await drill.click();
    await expect(page).toHaveURL(new RegExp(`/announcements/${there.announcementId}$`));
    await expect(page.getByRole("heading", { name: "The quillback drill", level: 1 })).toBeVisible();
    await page.goBack();
    await tab("Events").click();
    await expect(results).toHaveText(/Feeding the quillback/);
    await field.press("ArrowDown");
    await expect(results).toHaveAttribute("aria-selected", "true");
    await field.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/calendar\\?.*event=${there.eventId}`));
    await expect(page.getByRole("dialog", { name: "Feeding the quillback" })).toBeVisible();
    await page.goBack();
  });

  await test.step("an empty tab suggests how to find more, and a person opens as a chat", async () => {
    await field.fill("thandiwe mokoena");
    await expect(page.getByText('No results found for "thandiwe mokoena"')).toBeVisible();
    await page.getByRole("link", { name: 'Ask AI about "thandiwe mokoena"' }).click();
    await expect(page.getByPlaceholder(/^Ask about anything/)).toHaveValue("thandiwe mokoena");
    await page.goBack();
    await page.getByRole("link", { name: "Ask the community" }).click();
    await expect(page.getByLabel("Your question")).toHaveValue("thandiwe mokoena");
    await page.goBack();
    await page.getByRole("button", { name: /^Search all kinds/ }).click();
    await tab("People").click();
    await page.getByRole("option", { name: /^Thandiwe Mokoena/ }).click();
    await expect(page).toHaveURL(/\/chat\/channel\//);
    await expect(page.getByRole("heading", { name: "Thandiwe Mokoena" })).toBeVisible();
    await page.goBack();
  });

  await test.step("a typo, and an unknown operator", async () => {
    await tab("All").click();
    await field.fill("quilbakc drill");
    // The results of the correction are there at once.
    await expect(page.getByText("Showing results for quillback drill.")).toBeVisible();
    await expect(results).toHaveCount(1);
    await page.getByRole("button", { name: "Search for this" }).click();
    await expect(field).toHaveValue("quillback drill");
    await expect(results).toHaveCount(1);
    await field.fill("quillback has:link ");
    await page.getByRole("button", { name: /^Remove has:link\s*6 results/ }).click();
    await expect(results).toHaveCount(6);
    await expect(page.getByRole("status").filter({ hasText: "6 results you can open" })).toBeVisible();
  });

  await test.step("any department filters it, including others' departments", async () => {
    await main.getByRole("button", { name: "All Departments" }).click();
    await page.getByRole("combobox", { name: "Search departments" }).fill("marketin");
    await expect(page.getByRole("option", { name: "Marketing" })).toBeVisible();
    await expectAccessible(page, "the departments of a search");
    await page.getByRole("option", { name: "Marketing" }).click();
    await expect(page).toHaveURL(/department=/);
    await page.reload();
    await page.getByRole("button", { name: "Clear Marketing" }).click();
    await expect(results).toHaveCount(6);
  });

  await test.step("lists recent and saved searches", async () => {
    await page.getByRole("button", { name: "Save search" }).click();
    const dialog = page.getByRole("dialog", { name: "Save search" });
    await dialog.getByLabel("Name").fill("Fish below");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Saved" })).toBeVisible();
    await field.fill("");
    const recent = page.getByRole("region", { name: "Recent searches" });
    await recent.getByRole("button", { name: /^quillback · Events/ }).click();
    await expect(page).toHaveURL(/kind=event/);
    await expect(results).toHaveCount(1);
    await field.fill("");
    const saved = page.getByRole("region", { name: "Saved searches" });
    await saved.getByRole("button", { name: /^Fish below/ }).click();
    await expect(results).toHaveCount(6);
    await field.fill("");
    await saved.getByRole("button", { name: "Delete Fish below" }).click();
    await expect(saved).toHaveCount(0);
    await recent.getByRole("button", { name: "Clear" }).click();
    await expect(recent).toHaveCount(0);
  });

  await test.step("removes a hit from the list when the viewer loses access to it", async () => {
    await field.fill("quillback");
    await expect(results.filter({ hasText: "The quillback drill" })).toBeVisible();
    await there.archive();
    await expect(results.filter({ hasText: "The quillback drill" })).toHaveCount(0);
    await expect(results.filter({ hasText: "Feeding the quillback" })).toBeVisible();
    await there.cancel();
    await expect(results.filter({ hasText: "Feeding the quillback" })).toHaveCount(0);
    await expect(results).toHaveCount(4);
  });

  await test.step("says that a search timed out or failed, and offers to try again", async () => {
    const query = "quillback pier";
    const asked = await answerWith(page, query, "search_too_slow");
    await field.fill(query);
    await expect(page.getByText(errors.search_too_slow.text)).toBeVisible();
    // A search that timed out is not repeated automatically.
    expect(asked.count).toBe(1);
    await asked.end();
    const failing = await answerWith(page, query, "internal_error");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByText(errors.internal_error.text)).toBeVisible();
    await failing.end();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(results).toHaveCount(1);
    await expect(results).toContainText("depths.pdf");
  });

  await test.step("explains a link with too many filters", async () => {
    await page.goto(`/search?q=${"quillback".repeat(112)}`);
    await expect(page.getByText("A search can have at most 1,000 characters")).toBeVisible();
    await page.goto("/search?q=quillback%00%07gravel");
    await expect(results).toContainText("bottom.docx");
  });
});

/** A search for this is answered by an error, as the server words it. */
async function answerWith(page: Page, query: string, code: "search_too_slow" | "internal_error") {
  const isSearch = (url: URL) => url.pathname === "/api/search" && url.searchParams.get("query") === query;
  const asked = { count: 0, end: () => page.unroute(isSearch) };
  const { status, text } = errors[code];
  await page.route(isSearch, async (route) => {
    asked.count += 1;
    await route.fulfill({ status, json: { error: { code, message: text, requestId: "journey" } } });
  });
  return asked;
}

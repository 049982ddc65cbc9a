import type { Page } from "@playwright/test";
import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { said, say } from "../fixtures/chat.ts";
import { expect, fillSignIn, test } from "../fixtures/test.ts";

// A session that was ended is refused once more, and its socket is cut.
test.use({
  allowConsole:
    /Failed to load resource: (the server responded with a status of 401|net::ERR_FAILED)|WebSocket is closed before the connection is established/,
});

const ways = ["the person", "another of their browsers"] as const;

for (const way of ways) {
  const tag = way === "the person" ? "@everyday" : [];
  test(`nothing is left of a person in a browser that ${way} signed out`, { tag }, async ({
    openBrowser,
    server,
  }) => {
    const { email, password } = await createEmployee(await callAsAdministrator(server.url), "Nora Feld");
    const page = await openBrowser();
    const enter = async (tab: Page) => {
      await tab.goto("/login");
      await fillSignIn(tab, email, password);
      await tab.waitForURL("**/dashboard");
    };
    await enter(page);
    const second = await page.context().newPage();
    await second.goto("/chat");
    await expect(second.getByRole("heading", { level: 1 })).toBeAttached();
    for (const tab of [page, second]) await tab.evaluate(leaveTraces);
    expect(await traces(page)).toMatchObject({
      caches: ["answers"],
      databases: expect.arrayContaining(["queue"]),
    });

    if (way === "the person") {
      await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
      await page.waitForURL((url) => url.pathname === "/");
    } else {
      const other = await openBrowser();
      await enter(other);
      await other.goto("/settings?view=account");
      await other.getByRole("button", { name: "Sign out everywhere" }).click();
      await other.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
      await page.waitForURL("**/login**");
    }
    await expect(second).not.toHaveURL(/\/chat$/);
    const nothing = { local: ["atoll.workspace", "themeModeV2"], session: [], caches: [], databases: [] };
    for (const tab of [page, second]) {
      // A page that is just being left for another answers nothing.
      await expect(async () => expect(await traces(tab)).toEqual(nothing)).toPass();
    }
  });
}

test("asks before signing out while a message is unsent", async ({ signIn }) => {
  const page = await signIn("yara.mansour");
  await page.goto("/chat");
  await page
    .getByRole("link", { name: /^general/ })
    .first()
    .click();
  await page.route("**/api/channels/*/messages", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await say(page, "Still on its way.");
  const signOut = page.getByRole("navigation").getByRole("button", { name: "Sign Out" });
  await signOut.click();
  const question = page.getByRole("alertdialog", { name: "A message has not been sent" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(said(page, "Still on its way.")).toBeVisible();
  await signOut.click();
  await question.getByRole("button", { name: "Sign out anyway" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

/** Runs in the page: what it keeps of a person today, and what it may keep one day. */
async function leaveTraces(): Promise<void> {
  localStorage.setItem("themeModeV2", "dark");
  localStorage.setItem(
    "atoll.draft.me.somewhere",
    JSON.stringify({ content: "not for others", onServer: "" }),
  );
  localStorage.setItem("atoll.outbox.me.1", "{}");
  sessionStorage.setItem("place", "somewhere");
  await (await caches.open("answers")).put("/kept", new Response("kept"));
  await new Promise((resolve) => {
    const opening = indexedDB.open("queue");
    opening.onsuccess = () => {
      opening.result.close();
      resolve(undefined);
    };
  });
}

function traces(page: Page) {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
}

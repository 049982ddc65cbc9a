import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { appKept } from "../fixtures/kept-app.ts";
import { openRealBrowser } from "../fixtures/real-browser.ts";
import { startChangingServer } from "../fixtures/second-build.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  // Requests to a server that is down.
  allowConsole: /Failed to load resource: net::ERR_|WebSocket connection to .* failed/,
});

test("the app opens without its server, at any address, with the files it needs", {
  tag: "@everyday",
}, async ({ signIn, server }) => {
  const page = await signIn("yara.mansour");
  await page.goto("/dashboard");
  await appKept(page);
  await server.stop();
  try {
    await page.goto("/tasks?task=0193");
    // The opened task lies over everything else.
    await expect(page.getByRole("dialog", { name: "Task" })).toBeVisible();
    // Not as a page: what was never there is nobody's.
    const elsewhere = await page.evaluate(() => fetch("/api/workspace").then(String, () => "no answer"));
    expect(elsewhere).toBe("no answer");
  } finally {
    // The page would ask the server for the task that is none as soon as it is back.
    await page.close();
    await server.start();
  }
});

test("announces a new build, reloads each page once on request, and no page with unsaved text", async ({
  openBrowser,
  server,
}) => {
  const changing = await startChangingServer(server.url);
  try {
    const page = await openBrowser({ baseURL: changing.url });
    await giveSession(page, "yara.mansour@pelicanworks.example", demoPassword);
    await page.goto("/dashboard");
    await appKept(page);
    const other = await page.context().newPage();
    await other.goto("/tasks?new=1");
    await other.getByRole("textbox", { name: "Title" }).fill("Half a thought");

    const loads = countLoads(page);
    changing.deploy();
    await lookForUpdate(page);
    const news = "A new version of Atoll is ready.";
    for (const tab of [page, other]) await expect(tab.getByText(news)).toBeVisible();
    expect(await buildOf(page)).toBe("first");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => buildOf(page)).toBe("second");
    await expect(page.getByRole("navigation").first()).toBeVisible();

    await expect(other.getByText("Send or save what you have written first")).toBeVisible();
    await expect(other.getByRole("textbox", { name: "Title" })).toHaveValue("Half a thought");
    expect(await buildOf(other)).toBe("first");
    await other.getByRole("button", { name: "Reload anyway" }).click();
    await expect.poll(() => buildOf(other)).toBe("second");

    await lookForUpdate(page);
    expect(loads()).toBe(1);
    await expect(page.getByText(news)).toHaveCount(0);
  } finally {
    await changing.close();
  }
});

test("a browser may install the app", async ({ server }) => {
  const browser = await openRealBrowser();
  try {
    const { page } = browser;
    await page.goto(`${server.url}/login`);
    await appKept(page);
    const client = await page.context().newCDPSession(page);
    const { errors, data } = await client.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect((await client.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
    const manifest = JSON.parse(data ?? "{}");
    expect(manifest).toMatchObject({ id: "/", scope: "/", start_url: "/dashboard", display: "standalone" });
    const shown: { purpose: string; sizes: string; src: string }[] = manifest.icons;
    for (const size of ["192x192", "512x512"])
      for (const purpose of ["any", "maskable"])
        expect(shown).toContainEqual(expect.objectContaining({ purpose, sizes: size }));
    const sizes = await page.evaluate(
      (sources) =>
        Promise.all(
          sources.map(async (src) => {
            const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
            return `${width}x${height}`;
          }),
        ),
      shown.filter(({ sizes: size }) => size !== "any").map(({ src }) => src),
    );
    expect(sizes).toEqual(shown.filter(({ sizes: size }) => size !== "any").map(({ sizes: size }) => size));
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      "/chat",
      "/inbox",
      "/tasks?new=1",
    ]);
  } finally {
    await browser.close();
  }
});

/** Which of the two builds a page is made of. */
function buildOf(page: Page): Promise<string> {
  return page
    .evaluate(() => document.querySelector<HTMLMetaElement>("meta[name=test-build]")?.content ?? "first")
    .catch(() => "none yet");
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

function countLoads(page: Page): () => number {
  let count = 0;
  page.on("load", () => {
    count += 1;
  });
  return () => count;
}

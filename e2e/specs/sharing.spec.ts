import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { appKept } from "../fixtures/kept-app.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, fillSignIn, giveSession, phone, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/,
});

test("takes what another app shares, and puts it with its files where the person chooses", async ({
  signIn,
  server,
}) => {
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(server.url, people, "shared pictures");
  const page = await signIn("dev.raghunathan", phone);
  await page.goto("/dashboard");
  await appKept(page);

  await share(page, { title: "Tide tables", text: "High water is at six.", files: ["quay.txt", "pier.txt"] });
  await expect(page).toHaveURL(/\/share\?id=/);
  await expect(page.getByText("High water is at six.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Shared files" }).getByRole("listitem")).toHaveCount(2);

  await page.getByRole("searchbox", { name: "Find a channel or colleague" }).fill(channel.name);
  await page.getByRole("button", { name: `Write in ${channel.name}` }).click();
  const field = page.getByRole("textbox", { name: `Message ${channel.name}` });
  await expect(field).toHaveValue("Tide tables\nHigh water is at six.");
  await expect(page.getByRole("list", { name: "Attached files" }).getByRole("listitem")).toHaveCount(2);
  // Taken once: the page has no second copy, and nothing was sent.
  await page.goto("/share");
  await expect(page.getByText("Nothing is waiting here.")).toBeVisible();

  await share(page, { text: "Paint the boat\nbefore spring", files: ["boat.txt"] });
  await page.getByRole("button", { name: "New task" }).click();
  const dialog = page.getByRole("dialog", { name: "New Task" });
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Paint the boat");
  await expect(dialog.getByRole("textbox", { name: "Description" })).toHaveValue("before spring");
  await dialog.getByRole("button", { name: "Create Task" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(
    page.getByRole("list", { name: "Files" }).getByRole("button", { name: "boat.txt", exact: true }),
  ).toBeVisible();
});

test("keeps a share without a connection, and for the person who signs in for it and nobody else", async ({
  openBrowser,
  server,
}) => {
  const page = await openBrowser();
  await giveSession(page, "yara.mansour@pelicanworks.example", demoPassword);
  await page.goto("/dashboard");
  await appKept(page);
  await expect.poll(() => marked(page)).not.toBeNull();

  await test.step("signed in, offline", async () => {
    await page.context().setOffline(true);
    await share(page, { text: "For Yara alone" });
    await expect(page.getByText("For Yara alone")).toBeVisible();
    await page.context().setOffline(false);
  });
  await test.step("the next person on this device does not see it", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login?origin=/share");
    await fillSignIn(page, "sam.okafor@pelicanworks.example", demoPassword);
    await expect(page.getByText("Nothing is waiting here.")).toBeVisible();
  });
  await test.step("signed out: it waits for the sign-in that it asks for", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await expect.poll(() => marked(page)).toBeNull();
    await share(page, { text: "Shared by nobody yet", files: ["note.txt"] });
    await expect(page.getByLabel("Email")).toBeVisible();
    await fillSignIn(page, "yara.mansour@pelicanworks.example", demoPassword);
    await expect(page.getByText("Shared by nobody yet")).toBeVisible();
    await expect(page.getByRole("list", { name: "Shared files" }).getByText("note.txt")).toBeVisible();
    await expect(page.getByText("1 more thing that you shared is waiting here.")).toBeVisible();
  });
  await test.step("signing out deletes what waits", async () => {
    await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain("atoll.shares");
  });
  await test.step("another site cannot put something here with its name", async () => {
    await giveSession(page, "yara.mansour@pelicanworks.example", demoPassword);
    await page.goto("/dashboard");
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Elsewhere</p>" }),
    );
    await page.goto("http://elsewhere.example/");
    await share(page, { text: "Buy now" }, server.url);
    await expect(page.getByText("Nothing is waiting here.")).toBeVisible();
  });
});

interface Sent {
  title?: string;
  text?: string;
  files?: string[];
}

/** Sends a share as the system does: a form of several parts, as a navigation. */
async function share(page: Page, { title = "", text = "", files = [] }: Sent, site = ""): Promise<void> {
  await page.evaluate(
    ({ action, fields, names }) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post", enctype: "multipart/form-data", hidden: true });
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement("textarea");
        Object.assign(field, { name, value });
        form.append(field);
      }
      const field = document.createElement("input");
      Object.assign(field, { name: "files", type: "file", multiple: true });
      const transfer = new DataTransfer();
      for (const name of names) transfer.items.add(new File([`In ${name}`], name, { type: "text/plain" }));
      field.files = transfer.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { action: `${site}/share`, fields: { title, text }, names: files },
  );
  await page.waitForURL(/\/(share|login)/);
}

/** Returns the ID of the person who is signed in, as the service worker knows it. */
function marked(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const kept = await caches.match("/viewer", { cacheName: "atoll.viewer" });
    return kept ? kept.text() : null;
  });
}

import { expect, test } from "../fixtures/test.ts";

// The journey cuts connections and kills the server on purpose; Chromium reports each failed load.
test.use({ allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/ });
test("two people talk, edit and delete, across a restart of the server and a cut connection", {
  tag: "@everyday",
}, async ({ signIn, server }) => {
  const [dev, sam] = [await signIn("dev.raghunathan"), await signIn("sam.okafor")];
  for (const page of [dev, sam]) {
    await page.goto("/chat");
    await page
      .getByRole("link", { name: /^deploys/ })
      .first()
      .click();
    await expect(page.getByText("Staging is back on the new node pool.").last()).toBeVisible();
  }
  const composer = (page: typeof dev) => page.getByRole("textbox", { name: "Message deploys" });
  const say = async (page: typeof dev, text: string) => {
    await composer(page).fill(text);
    await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
    await composer(page).press("Enter");
  };
  const seesOnce = async (page: typeof dev, text: string) =>
    expect(page.getByText(text, { exact: true })).toHaveCount(1);

  await say(dev, "The old pool is drained.");
  await seesOnce(sam, "The old pool is drained.");
  await say(sam, "Then I delete it.");
  await seesOnce(dev, "Then I delete it.");

  const place = () => dev.getByRole("main").boundingBox();
  const before = await place();
  await server.stop();
  await expect(dev.getByText("Disconnected").first()).toBeVisible();
  // One goes on writing, and what is written is left alone, whatever the connection does.
  await composer(dev).pressSequentially("Back after");
  await expect(dev.getByRole("button", { name: "Retry now" }).first()).toBeVisible();
  await expect(dev.getByRole("button", { name: "Status: Offline" })).toBeVisible();
  // Once the page header shows it too, the layout below has not moved for the person typing.
  await expect(dev.getByRole("banner").getByRole("button", { name: "Retry now" })).toBeVisible();
  expect(await place()).toEqual(before);
  await server.start();
  await composer(dev).pressSequentially(" the restart.");
  // It tries by itself, too, and may have been faster.
  const online = dev.getByRole("button", { name: "Status: Online" });
  const retry = dev.getByRole("button", { name: "Retry now" }).first();
  await expect(async () => {
    if (await online.isHidden()) await retry.click({ timeout: 1_000 });
    await expect(online).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(composer(dev)).toHaveValue("Back after the restart.");
  await composer(dev).press("Enter");
  await seesOnce(sam, "Back after the restart.");

  await server.restart();
  await say(sam, "And after the crash.");
  await seesOnce(dev, "And after the crash.");

  await sam.context().setOffline(true);
  await expect(sam.getByText("Disconnected").first()).toBeVisible({ timeout: 90_000 });
  await say(dev, "Written while Sam was away.");
  await sam.context().setOffline(false);
  await seesOnce(sam, "Written while Sam was away.");

  for (const page of [dev, sam]) {
    for (const text of [
      "The old pool is drained.",
      "Then I delete it.",
      "Back after the restart.",
      "And after the crash.",
    ]) {
      await seesOnce(page, text);
    }
  }
});

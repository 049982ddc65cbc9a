import { appKept } from "../fixtures/kept-app.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  // What asks a server that is away.
  allowConsole: /Failed to load resource: net::ERR_|WebSocket connection to .* failed/,
});

test("the app opens without its server, at any address, with the files it needs", async ({
  signIn,
  server,
}) => {
  const page = await signIn("yara.mansour");
  await page.goto("/dashboard");
  await appKept(page);
  await server.stop();
  try {
    await page.goto("/tasks?task=0193");
    await expect(page.getByRole("navigation").first()).toBeVisible();
    // Not as a page: what was never there is nobody's.
    const elsewhere = await page.evaluate(() => fetch("/api/workspace").then(String, () => "no answer"));
    expect(elsewhere).toBe("no answer");
  } finally {
    await server.start();
  }
});

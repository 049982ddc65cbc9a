import { defineConfig } from "@playwright/test";

/** One journey through everything, in each browser that is supported, as `npm run test:browsers` runs it. */
export default defineConfig({
  testDir: "browsers",
  outputDir: "../test-results/browsers",
  workers: 1,
  forbidOnly: true,
  // Bounds that only a hang reaches.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  projects: [{ name: "Chromium" }, { name: "Firefox" }, { name: "WebKitGTK" }],
});

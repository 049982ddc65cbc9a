import { defineConfig, type LaunchOptions } from "@playwright/test";

/** Tests of features that headless Chromium lacks, such as showing a PDF. */
const needsWholeBrowser = /@whole-browser/;

// `npm test` names both; they may be the same.
const whole = process.env.CHROMIUM_PATH;
const shell = process.env.CHROMIUM_SHELL_PATH ?? whole;

/** Journeys in a real Chromium against the real server with the demo company. `npm test` names the browser. */
export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results/e2e",
  // Each worker has a server with a demo company of its own; the journeys of one worker follow each other in it.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // `npm test` runs what failed a second time itself, after everything else and on a new server.
  retries: 0,
  // Bounds that only a hang reaches, also on a machine that does much else; they cost nothing otherwise.
  timeout: 300_000,
  // Longer than a minute: journeys share the accounts of the demo company, which may have used up their requests of it.
  expect: { timeout: 75_000, toPass: { timeout: 90_000 } },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [["line"], ["json"]] : [["line"]],
  use: {
    browserName: "chromium",
    // A hang is reported where it is, and not as the end of the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    trace: process.env.ATOLL_TRACE === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    contextOptions: { reducedMotion: "reduce" },
    // Journeys that are about it allow it; the others would all download the whole app a second time.
    serviceWorkers: "block",
  },
  projects: [
    { name: "journeys", grepInvert: needsWholeBrowser, use: { launchOptions: launch(shell) } },
    { name: "whole browser", grep: needsWholeBrowser, use: { launchOptions: launch(whole) } },
  ],
});

function launch(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Chromium's own sandbox does not work for root, which is what containers run as.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}

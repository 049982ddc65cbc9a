import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { writeOutcome } from "./scripts/unit-reporter.mjs";

/** Every core: the default leaves one idle, and a project does not inherit the setting. */
const maxWorkers = availableParallelism();
const report = process.env.ATOLL_UNIT_REPORT;

export default defineConfig({
  test: {
    // `npm test` asks for a report.
    reporters: report ? ["default", writeOutcome(report)] : ["default"],
    projects: [
      { test: { name: "contract", maxWorkers, root: "contract", include: ["src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          maxWorkers,
          root: "server",
          include: ["src/**/*.test.ts", "demo/**/*.test.ts", "test/**/*.test.ts"],
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: "./web/vite.config.ts",
        test: {
          name: "web",
          maxWorkers,
          root: "web",
          include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
          setupFiles: ["test/setup.ts"],
          // A full machine takes its time over thousands of generated inputs; a test that hangs is still found.
          testTimeout: 30_000,
        },
      },
    ],
  },
});

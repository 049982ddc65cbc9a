import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepScratchInMemory } from "./scripts/scratch-in-memory.mjs";
import { writeOutcome } from "./scripts/unit-reporter.mjs";

keepScratchInMemory();

const everywhere = {
  // One more than there are cores: a worker often waits for PostgreSQL, a process or a time. A project does not inherit the
  // setting.
  maxWorkers: availableParallelism() + 1,
  // Many files share one process, because starting one and loading the packages took as long as the tests. Each file
  // still has its own database and server, and its own copy of our modules with state (`web/test/setup.ts`).
  isolate: false,
  // Most of what a test makes is soon garbage: with more room for it, less of the time goes to collecting it.
  execArgv: ["--max-semi-space-size=64"],
  // Bounds that only a hang reaches, also on a machine that does much else; they cost nothing otherwise.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
/** Tests that render a hundred thousand texts use the production build of React, which needs a third of the time. */
const manyDrawings = "src/**/markdown-property.full.test.tsx";
const report = process.env.ATOLL_UNIT_REPORT;
/** Files of tests that the everyday check leaves out. */
const leftOut = process.env.ATOLL_EVERYDAY_CHECK === "1" ? ["**/*.full.test.{ts,tsx}"] : [];

export default defineConfig({
  test: {
    // `npm test` asks for a report.
    reporters: report ? ["default", writeOutcome(report)] : ["default"],
    projects: [
      {
        test: {
          ...everywhere,
          name: "contract",
          root: "contract",
          include: ["src/**/*.test.ts"],
          exclude: leftOut,
        },
      },
      {
        test: {
          ...everywhere,
          name: "server",
          root: "server",
          include: ["src/**/*.test.ts", "demo/**/*.test.ts", "test/**/*.test.ts"],
          exclude: leftOut,
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["../contract/test/patient-waits.ts"],
        },
      },
      {
        extends: "./web/vite.config.ts",
        test: {
          ...everywhere,
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
          exclude: [manyDrawings, ...leftOut],
          globalSetup: ["test/global-setup.ts"],
          setupFiles: ["test/setup.ts"],
        },
      },
      {
        extends: "./web/vite.config.ts",
        // The plug-in for React asks only how vitest itself was started.
        plugins: [{ name: "react-as-shipped", config: () => ({ oxc: { jsx: { development: false } } }) }],
        test: {
          ...everywhere,
          name: "web-production",
          root: "web",
          include: [manyDrawings],
          exclude: leftOut,
          env: { NODE_ENV: "production" },
        },
      },
    ],
  },
});

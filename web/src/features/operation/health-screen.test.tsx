// @vitest-environment jsdom
import type { Health, NodeReport } from "@atoll/contract/operation/routes";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answer, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { HealthScreen } from "./health-screen.tsx";

let person: SignedIn;
afterEach(() => person.end());

const aReport = (change: Partial<NodeReport> = {}): NodeReport => ({
  host: "harbour",
  version: "0.2.0",
  startedAt: "2026-03-01T10:00:00.000Z",
  obstacles: [],
  limits: [],
  memoryBytes: 300 * 1024 ** 2,
  loopDelayMs: 21,
  socketCount: 1_204,
  disks: {
    files: { freeBytes: 40 * 1024 ** 3, isFull: false },
    database: { freeBytes: null, isFull: false },
  },
  slowStatements: [],
  ...change,
});
const aHealth = (change: Partial<Health> = {}): Health => ({
  takenAt: "2026-03-01T12:00:00.000Z",
  problems: [],
  logging: { level: "warn", configured: "warn", endsAt: null },
  nodes: [
    {
      id: testId(1),
      report: aReport(),
      reportedAt: "2026-03-01T12:00:00.000Z",
      isSilent: false,
      isStale: false,
    },
  ],
  database: {
    version: "18.1",
    isEmbedded: false,
    sizeBytes: 2 * 1024 ** 3,
    connectionCount: 14,
    connectionLimit: 100,
    oldestTransactionSeconds: null,
  },
  jobs: { waitingCount: 0, runningCount: 1, oldestDueSeconds: null, failed: [] },
  files: { place: "The bucket atoll", isRemote: true, isAvailable: true, count: 812 },
  backup: { finishedAt: null, incompleteAt: null },
  mail: { isOn: false, waitingCount: 0, oldestDueSeconds: null, failedCount: 0 },
  push: { deviceCount: 40, keyCreatedAt: "2026-01-01T12:00:00.000Z" },
  ...change,
});

async function start(answer: () => Answer) {
  person = await startSignedIn(answer, aViewer({ roles: [{ id: testId(11), name: "super_admin" }] }));
  return person.show(<HealthScreen />);
}

test("says that everything works, and shows the figures of the server", async () => {
  await start(() => ({ json: aHealth() }));
  expect(await screen.findByText("Everything works.")).toBeTruthy();
  const row = within(screen.getByRole("row", { name: /harbour/ }));
  expect(row.getByText("Ready")).toBeTruthy();
  expect(row.getByText("300 MB")).toBeTruthy();
  expect(screen.getByText("14 of 100")).toBeTruthy();
  expect(screen.getByText("This server sends no mail. Everything else works without it.")).toBeTruthy();
});

test("names each problem with what to do, and a server that is not heard", async () => {
  const silent = {
    id: testId(2),
    report: aReport({ host: "beacon" }),
    reportedAt: null,
    isSilent: true,
    isStale: false,
  };
  const problem = { severity: "error" as const, about: "beacon", count: null, reasons: [] };
  await start(() => ({
    json: aHealth({
      nodes: [...aHealth().nodes, silent],
      problems: [
        { ...problem, code: "silent" },
        { ...problem, code: "not-ready", reasons: ["storage full", "a reason of a later version"] },
        { ...problem, code: "backup-old", severity: "warning", about: null },
      ],
    }),
  }));
  const problems = within(await screen.findByRole("region", { name: "Problems" }));
  expect(problems.getByText("beacon has stopped answering.")).toBeTruthy();
  expect(problems.getByText(/Its people are connected to the other servers/)).toBeTruthy();
  expect(
    problems.getByText("beacon takes no requests: its disk is full, a reason of a later version."),
  ).toBeTruthy();
  expect(problems.getByText("The last backup is more than two days old.")).toBeTruthy();
  expect(screen.queryByText("Everything works.")).toBeNull();
  expect(within(screen.getByRole("row", { name: /beacon/ })).getByText("Silent")).toBeTruthy();
});

test("shows the other figures where a part could not be read", async () => {
  const problem = {
    code: "unknown" as const,
    severity: "error" as const,
    about: "backup",
    count: null,
    reasons: [],
  };
  await start(() => ({ json: aHealth({ backup: null, problems: [problem] }) }));
  expect(await screen.findByText("The state of this could not be read: the backups.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Backups" })).toBeNull();
  expect(screen.getByText("14 of 100")).toBeTruthy();
});

test("offers to try again where the server does not answer", async () => {
  let isAway = true;
  const user = await start(() => (isAway ? refuse("internal_error") : { json: aHealth() }));
  const again = await screen.findByRole("button", { name: "Try Again" });
  isAway = false;
  await user.click(again);
  expect(await screen.findByText("Everything works.")).toBeTruthy();
});

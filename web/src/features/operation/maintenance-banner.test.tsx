// @vitest-environment jsdom
import type { AnnouncedMaintenance } from "@atoll/contract/operation/maintenance";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { MaintenanceBanner } from "./maintenance-banner.tsx";

let person: SignedIn;
afterEach(() => person.end());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const anAnnounced = (change: Partial<AnnouncedMaintenance> = {}): AnnouncedMaintenance => ({
  text: "The server gets new disks.",
  startsAt: inMinutes(-5),
  endsAt: inMinutes(34.5),
  isReadOnly: true,
  isRunning: true,
  ...change,
});

async function start(announced: AnnouncedMaintenance | null, viewer = aViewer()) {
  person = await startSignedIn(() => ({ json: { version: 2, announced } }), viewer);
  person.show(<MaintenanceBanner />);
}

test("says how long read-only maintenance lasts, and what becomes of messages", async () => {
  await start(anAnnounced());
  expect(await screen.findByText(/^Maintenance is running\. It ends in about 35 minutes, /)).toBeTruthy();
  expect(screen.getByText("The server gets new disks.")).toBeTruthy();
  expect(screen.getByText(/Messages that you write wait here/)).toBeTruthy();
});

test("says when maintenance starts, in whole minutes when it is near", async () => {
  const times = { startsAt: inMinutes(3.5), endsAt: inMinutes(200), isRunning: false };
  await start(anAnnounced({ ...times, isReadOnly: false }));
  expect(await screen.findByText(/^Maintenance starts in 4 minutes, .+, and ends .+\.$/)).toBeTruthy();
  expect(screen.queryByText(/change/)).toBeNull();
});

test("tells super administrators that only they can change anything", async () => {
  await start(anAnnounced(), aViewer({ roles: [{ id: testId(11), name: "super_admin" }] }));
  expect(await screen.findByText("Only super administrators can change anything.")).toBeTruthy();
});

test("shows nothing when no maintenance is announced", async () => {
  await start(null);
  await expect.poll(() => person.received.length).toBe(1);
  expect(screen.queryByRole("status")).toBeNull();
});

// @vitest-environment jsdom
import type { FullExport } from "@atoll/contract/personal-data/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { FullExportsCard } from "./full-exports-card.tsx";

let person: SignedIn;
let exports: FullExport[];
let isAllowed: boolean;
let sent: { method: string; url: string; body: Record<string, unknown> }[];
let starting: () => Answer;
const running: FullExport = {
  ...{ id: testId(80), state: "running", failure: null, tablesDone: 12, tablesTotal: 190, rowCount: 4_200 },
  ...{ fileCount: 1, problemCount: 0, requestedAt: "2026-03-01T10:00:00.000Z", expiresAt: null, file: null },
};
beforeEach(() => {
  exports = [];
  isAllowed = true;
  sent = [];
  starting = () => ({ status: 201, json: { export: running } });
});
afterEach(() => person.end());

function answer({ url, method, body }: ReceivedRequest): Answer {
  if (method === "GET") return { json: { isAllowed, exports } };
  sent.push({ method, url, body: (body ?? {}) as Record<string, unknown> });
  return method === "POST" ? starting() : { status: 204 };
}

async function start() {
  person = await startSignedIn(answer, aViewer());
  return person.show(<FullExportsCard />);
}

test("starts one export of everything though an answer was lost, shows how far it is, and cancels it", async () => {
  starting = () => refuse("internal_error");
  const user = await start();
  await user.click(await screen.findByRole("button", { name: "Export everything" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Export everything" }));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  await dialog.findByRole("alert");
  starting = () => ({ status: 201, json: { export: running } });
  exports = [running];
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("12 of 190 tables, 4,200 entries, 1 file")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(screen.getByRole("button", { name: "Export everything" })).toHaveProperty("disabled", true);
  exports = [];
  await user.click(screen.getByRole("button", { name: "Cancel the export of everything" }));
  expect(await screen.findByText("No exports")).toBeTruthy();
  expect(sent[2]).toMatchObject({ method: "DELETE" });
});

test("says how many files of a finished export are missing or changed", async () => {
  exports = [{ ...running, state: "ready", expiresAt: "2026-03-08T10:00:00.000Z", problemCount: 2 }];
  await start();
  expect(
    await screen.findByText(/Missing or changed: 2 files, named in manifest\.json of the archive\./),
  ).toBeTruthy();
});

test("names the command and the setting where the operator has not allowed exports of everything", async () => {
  isAllowed = false;
  await start();
  expect(await screen.findByText("The operator of the server makes these exports")).toBeTruthy();
  expect(screen.getByText("ATOLL_EXPORT_EVERYTHING=1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Export everything" })).toBeNull();
});

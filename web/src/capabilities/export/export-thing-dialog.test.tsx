// @vitest-environment jsdom
import type { ThingExport } from "@atoll/contract/personal-data/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { useExportThing } from "./use-export-thing.tsx";

let person: SignedIn;
let exports: ThingExport[];
let sent: { method: string; body: Record<string, unknown> }[];
let starting: () => Answer;
const running: ThingExport = {
  ...{ id: testId(80), kind: "channel", thingId: testId(7), name: "plans", state: "running", failure: null },
  ...{ rowCount: 1_200, rowsTotal: 5_000, fileCount: 1, filesTotal: 3, problemCount: 0 },
  ...{ requestedAt: "2026-03-01T10:00:00.000Z", expiresAt: null, file: null },
};

beforeEach(() => {
  exports = [];
  sent = [];
  starting = () => ({ status: 201, json: { export: running } });
});
afterEach(() => person.end());

function answer({ method, body }: ReceivedRequest): Answer {
  if (method === "GET") return { json: { exports } };
  sent.push({ method, body: (body ?? {}) as Record<string, unknown> });
  return method === "POST" ? starting() : { status: 204 };
}

function Menu() {
  const { openExport, exportDialog } = useExportThing({ kind: "channel", id: testId(7), name: "plans" });
  return (
    <>
      <button onClick={openExport} type="button">
        Export
      </button>
      {exportDialog}
    </>
  );
}

async function open() {
  person = await startSignedIn(answer, aViewer());
  const user = await person.show(<Menu />);
  await user.click(screen.getByRole("button", { name: "Export" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Export plans" })) };
}

test("starts one export though an answer was lost, and shows its progress when it is opened again", async () => {
  starting = () => refuse("internal_error");
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole("button", { name: "Start export" }));
  await dialog.findByRole("alert");
  starting = () => ({ status: 201, json: { export: running } });
  exports = [running];
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  expect(await dialog.findByText("1,200 of 5,000 entries, 1 of 3 files")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(sent).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Export" }));
  const again = within(await screen.findByRole("dialog", { name: "Export plans" }));
  expect(again.getByRole("progressbar", { name: "Progress of the export" })).toBeTruthy();
  exports = [];
  await user.click(again.getByRole("button", { name: "Cancel export" }));
  expect(await again.findByRole("button", { name: "Start export" })).toBeTruthy();
  expect(sent[2]).toMatchObject({ method: "DELETE" });
});

test("says why an export failed or was stopped, and offers another one", async () => {
  exports = [{ ...running, state: "failed", failure: "storage_full" }];
  const { dialog } = await open();
  expect(await dialog.findByText(/does not have enough storage/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Export again" })).toBeTruthy();
});

test("says that an export was stopped when the right to it was lost", async () => {
  exports = [{ ...running, state: "cancelled" }];
  const { dialog } = await open();
  expect(await dialog.findByText(/you may not export this any more/)).toBeTruthy();
});

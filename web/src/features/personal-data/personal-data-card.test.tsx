// @vitest-environment jsdom
import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import type { FoundPerson } from "../../capabilities/people/use-people-search.ts";
import { PersonalDataCard } from "./personal-data-card.tsx";
import { StartExportDialog } from "./start-export-dialog.tsx";

let person: SignedIn;
let exports: PersonExport[];
let found: FoundPerson[];
let sent: { method: string; url: string; body: Record<string, unknown> }[];
let starting: () => Answer;
const viewer = aViewer();
beforeEach(() => {
  exports = [];
  sent = [];
  starting = () => ({ status: 201, json: { export: running } });
});
afterEach(() => person.end());

const running: PersonExport = {
  id: testId(80),
  person: { id: viewer.id, name: viewer.name, email: "", avatar: null, isFormer: false },
  state: "running",
  failure: null,
  tablesDone: 12,
  tablesTotal: 110,
  rowCount: 4_200,
  isWithoutPrivate: false,
  requestedAt: "2026-03-01T10:00:00.000Z",
  expiresAt: null,
  file: null,
};

function answer(request: ReceivedRequest): Answer {
  if (request.url.includes("/api/admin/people")) return { json: { people: found } };
  if (request.method === "GET") return { json: { exports } };
  if (request.url.includes("attachment-links")) return { json: { links: [], expiresInSeconds: 600 } };
  const { method, url } = request;
  sent.push({ method, url, body: (request.body ?? {}) as Record<string, unknown> });
  return method === "POST" ? starting() : { status: 204 };
}

async function start() {
  person = await startSignedIn(answer, viewer);
  return person.show(<PersonalDataCard />);
}

test("starts one export though an answer was lost, and shows how far it is", async () => {
  starting = () => refuse("internal_error");
  const user = await start();
  expect(await screen.findByText("No exports")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Export my data" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  await dialog.findByRole("alert");
  starting = () => ({ status: 201, json: { export: running } });
  exports = [running];
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("12 of 110 kinds of data, 4,200 entries")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]?.body).toMatchObject({ personId: viewer.id, currentPassword: "pelican" });
  expect(screen.getByRole("button", { name: "Export my data" })).toHaveProperty("disabled", true);
});

test("cancels an unfinished export, and says why another one failed", async () => {
  const colleague = { ...running.person, id: testId(5), name: "Ada Quay" };
  exports = [
    running,
    { ...running, id: testId(81), person: colleague, state: "failed", failure: "storage_full" },
  ];
  const user = await start();
  expect(await screen.findByText("Failed: there is not enough storage. Try again later.")).toBeTruthy();
  exports = exports.slice(1);
  await user.click(screen.getByRole("button", { name: "Cancel the export of your data" }));
  await expect.poll(() => screen.queryByText(/kinds of data/)).toBeNull();
  expect(sent).toMatchObject([{ method: "DELETE" }]);
  expect(screen.getByRole("button", { name: "Delete the export of Ada Quay" })).toBeTruthy();
});

test("a super administrator chooses a former colleague, and nothing is sent before a choice", async () => {
  const left = { ...running.person, id: testId(6), name: "Leah Left", isFormer: true, isDisabled: false };
  found = [left];
  person = await startSignedIn(answer, viewer);
  const user = person.show(<StartExportDialog onClose={() => undefined} person={undefined} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Export personal data" }));
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  expect(await dialog.findByText("Choose a person")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole("combobox"), "lea");
  await user.click(await dialog.findByRole("option", { name: /Leah Left.*Former colleague/ }));
  await user.click(dialog.getByRole("button", { name: "Start export" }));
  await expect.poll(() => sent).toMatchObject([{ method: "POST", body: { personId: left.id } }]);
});

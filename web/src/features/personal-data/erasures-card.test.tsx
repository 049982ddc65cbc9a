// @vitest-environment jsdom
import type { ErasurePreview, PersonErasure } from "@atoll/contract/personal-data/schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { ErasuresCard } from "./erasures-card.tsx";

let person: SignedIn;
let erasures: PersonErasure[];
let sent: { url: string; body: Record<string, unknown> }[];
let starting: () => Answer;
let preview: ErasurePreview;
const viewer = aViewer();
const ada = { id: testId(5), name: "Ada Quay", email: "ada@example.test" };
const running: PersonErasure = {
  ...{ id: testId(80), personId: ada.id, keepsTexts: true, state: "running", failure: null },
  requestedBy: { id: viewer.id, name: viewer.name, email: "", avatar: null, isFormer: false },
  ...{ stepsDone: 3, stepsTotal: 13, changeCount: 40 },
  ...{ requestedAt: "2026-03-01T10:00:00.000Z", finishedAt: null },
};
beforeEach(() => {
  erasures = [];
  sent = [];
  starting = () => ({ status: 201, json: { erasure: running } });
  preview = {
    ...{ person: ada, isHeld: false },
    parts: [
      { title: "Drafts", count: 2, outcome: "deleted" },
      { title: "Messages", count: 1_200, outcome: "written" },
      { title: "Votes", count: 3, outcome: "nameless" },
    ],
  };
});
afterEach(() => person.end());

function answer({ url, method, body }: ReceivedRequest): Answer {
  if (url.includes(`/people/${ada.id}`)) return { json: preview };
  if (url.includes("/api/admin/erasures/people")) return { json: { people: [ada] } };
  if (method === "GET") return { json: { items: erasures, nextCursor: null } };
  sent.push({ url, body: (body ?? {}) as Record<string, unknown> });
  return starting();
}

async function choose() {
  person = await startSignedIn(answer, viewer);
  const user = await person.show(<ErasuresCard />);
  await user.click(await screen.findByRole("button", { name: "Erase a person" }));
  await user.click(await screen.findByRole("option", { name: /Ada Quay/ }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Erase Ada Quay" })) };
}

test("says what goes and what stays with each choice, and erases once though an answer was lost", async () => {
  starting = () => refuse("internal_error");
  const { user, dialog } = await choose();
  const goes = within(await dialog.findByRole("region", { name: "Goes" }));
  expect(goes.getByText("Name, address and picture · Drafts (2)")).toBeTruthy();
  expect(dialog.getByText("Messages (1,200) · Votes (3)")).toBeTruthy();
  await user.click(dialog.getByRole("radio", { name: /Delete it/ }));
  expect(goes.getByText("Name, address and picture · Drafts (2) · Messages (1,200)")).toBeTruthy();
  await user.type(dialog.getByLabelText("Current password"), "pelican");
  await user.click(dialog.getByRole("button", { name: "Erase" }));
  expect(await dialog.findByText("Type the name as it is shown")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name of the person"), "Ada Quay");
  await user.click(dialog.getByRole("button", { name: "Erase" }));
  await dialog.findByRole("alert");
  starting = () => ({ status: 201, json: { erasure: running } });
  erasures = [running];
  await user.click(dialog.getByRole("button", { name: "Erase" }));
  expect(await screen.findByText("Erasing: 3 of 13 steps")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[1]?.body).toMatchObject({
    ...{ personId: ada.id, keepsTexts: false, name: "Ada Quay", currentPassword: "pelican" },
  });
});

test("refuses the erasure of a person while a legal hold keeps them", async () => {
  preview.isHeld = true;
  const { dialog } = await choose();
  expect(await dialog.findByText(/A legal hold keeps what this person wrote/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Erase" })).toHaveProperty("disabled", true);
});

test("goes on with an erasure that has failed, and says what a finished one did", async () => {
  erasures = [
    { ...running, state: "failed", failure: "broken" },
    { ...running, id: testId(81), personId: testId(6), state: "done", requestedBy: null },
  ];
  person = await startSignedIn(answer, viewer);
  const user = await person.show(<ErasuresCard />);
  expect(await screen.findByText("Erased; what they wrote stays · 40 changes")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => sent.map(({ url }) => url)).toEqual([`/api/admin/erasures/${running.id}/retry`]);
});

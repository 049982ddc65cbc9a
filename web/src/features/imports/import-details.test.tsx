// @vitest-environment jsdom
import type { Import, ImportBuiltOn } from "@atoll/contract/imports/schemas";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../test/api-server.ts";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { ImportDetails } from "./import-details.tsx";

const done: Import = {
  ...{
    id: testId(90),
    source: "trello",
    name: "board.json",
    sizeBytes: 10,
    receivedBytes: 10,
    state: "done",
  },
  ...{ pausedFrom: null, createdBy: { id: testId(1), name: "Marisol Vega" }, unitCount: 1, doneCount: 1 },
  ...{ createdAt: "2026-03-01T10:00:00.000Z", finishedAt: null, found: {}, tried: null, made: { tasks: 1 } },
  ...{ failure: null, hasFile: true },
};
const task = { kind: "task" as const, id: testId(91), title: "Paint the pier", link: "/tasks?task=91" };
const hidden = { kind: "task" as const, id: testId(92), title: null, link: null };

let person: SignedIn;
let builtOn: ImportBuiltOn;
let sent: string[];

beforeEach(() => {
  builtOn = { items: [], more: 0 };
  sent = [];
});
afterEach(() => person.end());

function answer({ method, url, body }: ReceivedRequest): Answer {
  if (method === "PUT") {
    sent.push(JSON.stringify(body));
    // Someone comments on a task between the question and the answer.
    builtOn = { items: [task, hidden], more: 12 };
    return refuse("import_built_on");
  }
  if (url.includes("/built-on")) return { json: builtOn };
  if (/\/(people|places|lines)/.test(url)) return { json: { items: [], nextCursor: null } };
  return { json: { import: done } };
}

async function openUndo() {
  person = await startSignedIn(answer, aViewer());
  const routeTree = createRootRoute({ component: () => <ImportDetails importId={done.id} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const user = await person.show(<RouterProvider router={router as never} />);
  await user.click(await screen.findByRole("button", { name: "Undo the import" }));
  return { user, dialog: within(await screen.findByRole("alertdialog")) };
}

test("names what people have built on since the question, and offers no undo any more", async () => {
  const { user, dialog } = await openUndo();
  const undo = dialog.getByRole<HTMLButtonElement>("button", { name: "Undo the import" });
  await waitFor(() => expect(undo.disabled).toBe(false));
  await user.click(undo);
  const list = within(await dialog.findByRole("list", { name: "Built on" }));
  expect(list.getByRole("link", { name: "Paint the pier" }).getAttribute("href")).toBe(task.link);
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Paint the pier",
    "A task that you cannot see",
    "and 12 more",
  ]);
  expect(undo.getAttribute("aria-disabled")).toBe("true");
  await user.click(undo);
  expect(sent).toEqual(['{"work":"undo"}']);
});

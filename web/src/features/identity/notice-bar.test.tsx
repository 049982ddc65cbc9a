// @vitest-environment jsdom
import type { Notice } from "@atoll/contract/identity/notice-schema";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { NoticeBar } from "./notice-bar.tsx";

let person: SignedIn;
afterEach(() => person.end());

const at = "2026-11-22T10:00:00.000Z";
const notices: Notice[] = [
  { id: testId(1), kind: "department.entered", actor: "Greta Holm", place: "Marketing", at },
  { id: testId(2), kind: "password.set", actor: "Greta Holm", place: "", at },
];

test("shows one notice at a time, until each is read", async () => {
  person = await startSignedIn(() => ({ status: 204 }), aViewer({ notices }));
  const user = person.show(<NoticeBar />);
  expect(screen.getByText(/has made themselves a member of Marketing/)).toBeTruthy();
  expect(screen.getByText("1 more")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(await screen.findByText(/has set a new password for you/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
  expect(person.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `DELETE /api/auth/notices/${testId(1)}`,
    `DELETE /api/auth/notices/${testId(2)}`,
  ]);
});

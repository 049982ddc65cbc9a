// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aViewer, testId } from "../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../test/start-signed-in.tsx";
import { NewHoldDialog } from "./hold-dialogs.tsx";

let person: SignedIn;
afterEach(() => person.end());

const found = { email: "", avatar: null, isFormer: false, isDisabled: false };
const people = [
  { ...found, id: testId(1), name: "Dana Dismissed", email: "dana@x.test", isDisabled: true },
  { ...found, id: testId(2), name: "Dario Departed", isFormer: true },
];

test("the search for people to hold finds disabled people and former colleagues, and marks them", async () => {
  const sent: unknown[] = [];
  person = await startSignedIn(({ method, url, body }) => {
    if (url.includes("/api/admin/people")) return { json: { people } };
    if (method === "POST") sent.push(body);
    return method === "POST" ? { status: 201, json: {} } : { json: { items: [], nextCursor: null } };
  }, aViewer());
  const user = person.show(<NewHoldDialog onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "Case 12");
  await user.type(dialog.getByLabelText("Reason"), "The court asked.");
  for (const name of [/Dana Dismissed.*Disabled: dana@x.test/, /Dario Departed.*Former colleague/]) {
    await user.type(dialog.getByRole("combobox", { name: "Search people" }), "da");
    await user.click(await dialog.findByRole("option", { name }));
  }
  await user.click(dialog.getByRole("button", { name: "Make hold" }));
  await expect.poll(() => sent).toMatchObject([{ personIds: people.map(({ id }) => id) }]);
});

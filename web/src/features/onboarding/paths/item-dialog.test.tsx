// @vitest-environment jsdom
import { type PathItem, pathItemSchema } from "@atoll/contract/onboarding/path-schemas";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { ItemDialog } from "./item-dialog.tsx";
import { ItemTable } from "./item-table.tsx";

const kofi = { id: testId(41), name: "Kofi Mensah", email: "kofi@pelicanworks.example", avatar: null };
const profile = { ...kofi, isFormer: false, departments: [], timeZone: null };
const meeting: PathItem = pathItemSchema.parse({ id: testId(1), kind: "meet", day: 2, personId: kofi.id });

let person: SignedIn;
afterEach(() => person.end());

test("shows the colleague to meet when the item is edited, and keeps them when something else is changed", async () => {
  person = await startSignedIn(() => ({ json: { profiles: [profile] } }));
  const onSave = vi.fn();
  const user = person.show(<ItemDialog item={meeting} onSave={onSave} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Edit item" }));
  expect(await dialog.findByRole("button", { name: "Remove Kofi Mensah" })).toBeTruthy();
  await user.type(dialog.getByLabelText("Note"), "At the pier");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ personId: kofi.id, note: "At the pier" });
});

test("names the colleague to meet in the list of items, and says so when they have left", async () => {
  person = await startSignedIn(() => ({ json: { profiles: [profile] } }));
  const left = { ...meeting, id: testId(2), personId: testId(42) };
  person.show(<ItemTable items={[meeting, left]} onEdit={() => undefined} onRemove={() => undefined} />);
  expect(await screen.findByRole("button", { name: "Meet Kofi Mensah" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Meet a former colleague" })).toBeTruthy();
});

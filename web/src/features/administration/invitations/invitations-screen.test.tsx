// @vitest-environment jsdom
import type { Invitation } from "@atoll/contract/administration/invitation-routes";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { InvitationsScreen } from "./invitations-screen.tsx";

let person: SignedIn;
let invitations: Invitation[];
/** The response to a write. */
let writing: (request: ReceivedRequest) => Answer;
beforeEach(() => {
  invitations = [];
});
afterEach(() => person.end());

async function start() {
  person = await startSignedIn(
    (request) => {
      if (request.method !== "GET") return writing(request);
      if (request.url.includes("/invitations")) return { json: { items: invitations, nextCursor: null } };
      if (request.url.includes("/roles")) return { json: { roles: [] } };
      if (request.url.includes("/departments")) return { json: { departments: [] } };
      return { json: { channels: [], items: [], nextCursor: null } };
    },
    aViewer({ roles: [{ id: testId(1), name: "super_admin" }] }),
  );
  return person.show(<InvitationsScreen isMailOn={false} renderActions={(buttons) => buttons} />);
}

const outcome = { links: [], sample: [], isMailed: false };
const taken = ["ana@example.com", "ben@example.com"].map((text, index) => ({
  ...{ line: index + 1, text, reason: "This address is already invited" },
}));

test("says who was not invited when the answer of an earlier attempt was lost, and stays open", async () => {
  let attempts = 0;
  writing = ({ body }) => {
    if ((body as { isDryRun: boolean }).isDryRun)
      return { json: { ...outcome, invitedCount: 2, refused: [], refusedCount: 0, sample: people } };
    attempts += 1;
    if (attempts === 1) return refuse("internal_error");
    return { json: { ...outcome, invitedCount: 0, refused: taken, refusedCount: 2 } };
  };
  const people = [
    { email: "ana@example.com", name: "Ana" },
    { email: "ben@example.com", name: "" },
  ];
  const user = await start();
  const [open] = await screen.findAllByRole("button", { name: "Invite people" });
  if (open) await user.click(open);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("People"), "Ana, ana@example.com{enter}ben@example.com");
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  expect(await dialog.findByText("Ana <ana@example.com>, ben@example.com")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Invite 2 people" }));
  await dialog.findByRole("alert");
  await user.click(dialog.getByRole("button", { name: "Invite 2 people" }));
  expect(await dialog.findByText("Nobody was invited. Left out: 2 lines.")).toBeTruthy();
  expect(dialog.getByText("Line 2, ben@example.com: This address is already invited")).toBeTruthy();
});

test("keeps links that were not saved yet when another one is made", async () => {
  invitations = ["ana@example.com", "ben@example.com"].map(anInvitation);
  let made = 0;
  writing = ({ url }) => {
    made += 1;
    const invitation = invitations.find(({ id }) => url.includes(id));
    const email = invitation?.email ?? "";
    return { status: 201, json: { invitation, link: { email, name: "", token: `secret-${made}` } } };
  };
  const user = await start();
  const makeLink = async (email: string) => {
    await user.click(await screen.findByRole("button", { name: `More for ${email}` }));
    await user.click(await screen.findByRole("menuitem", { name: "Make a new link to copy" }));
  };
  await makeLink("ana@example.com");
  await screen.findByText(/\/join#secret-1$/);
  await makeLink("ana@example.com");
  await screen.findByText(/\/join#secret-2$/);
  await makeLink("ben@example.com");
  expect(await screen.findByText(/^2 links were made/)).toBeTruthy();
});

function anInvitation(email: string, index: number): Invitation {
  return {
    ...{ id: testId(60 + index), email, name: "", roles: [], departments: [], channels: [] },
    ...{ state: "link", problem: "", invitedBy: { id: testId(2), name: "Ada" }, isOpen: true },
    ...{ createdAt: "2026-03-01T10:00:00.000Z", expiresAt: "2126-03-08T10:00:00.000Z", acceptedBy: null },
    guestUntil: null,
  };
}

test("takes a dropped CSV file in the encoding of its spreadsheet, below what was typed", async () => {
  const user = await start();
  const [open] = await screen.findAllByRole("button", { name: "Invite people" });
  if (open) await user.click(open);
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByLabelText<HTMLTextAreaElement>("People");
  await user.type(field, "ana@example.com");
  const drop = (bytes: Uint8Array<ArrayBuffer>) =>
    fireEvent.drop(field, { dataTransfer: { files: [new File([bytes], "people.csv")], types: ["Files"] } });
  // "Zoë" as Windows-1252 has it.
  drop(new Uint8Array([...Buffer.from("Zo"), 0xeb, ...Buffer.from(";zoe@example.com\r\n")]));
  await vi.waitFor(() => expect(field.value).toBe("ana@example.com\nZoë;zoe@example.com\n"));
  drop(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0]));
  expect(await screen.findByText(/This is not a text file|This file/)).toBeTruthy();
  expect(field.value).toContain("zoe@example.com");
});

test("takes a file that is dropped next to the field, so that the browser does not open it", async () => {
  const user = await start();
  const [open] = await screen.findAllByRole("button", { name: "Invite people" });
  if (open) await user.click(open);
  const dialog = within(await screen.findByRole("dialog"));
  const list = [new File(["dan@example.com"], "people.csv")];
  // Testing-library answers false for an event whose default was prevented.
  const drop = (on: Element) =>
    fireEvent.drop(on, { dataTransfer: { files: list, items: [], types: ["Files"] } });
  expect(drop(dialog.getByRole("heading", { name: "Invite people" }))).toBe(false);
  const field = dialog.getByLabelText<HTMLTextAreaElement>("People");
  await vi.waitFor(() => expect(field.value).toBe("dan@example.com"));
});

// @vitest-environment jsdom
import type { ImportRow } from "@atoll/contract/administration/schemas";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { ImportScreen } from "./import-screen.tsx";

const csv = "name,email,password\nOttilie Brandt,ottilie@pelicanworks.example,harbour-lantern-1\n";

// Dialogs and menus load their code when they first open, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

let person: SignedIn;
let answer: (request: ReceivedRequest) => Answer | "hang up";
afterEach(() => person.end());

async function start() {
  answer = () => ({ json: { rows: [aRow({})], createdCount: 0 } });
  person = await startSignedIn((request) => answer(request));
  return person.show(
    <ImportScreen
      renderActions={(buttons) => buttons}
      renderUsersLink={(label) => <a href="/admin">{label}</a>}
    />,
  );
}
const rowsField = () => screen.getByLabelText<HTMLTextAreaElement>("Rows as CSV text");
const fileInput = () => screen.getByLabelText("CSV file");
const sent = () => person.received.map(({ body }) => body);

test("shows every row's fate first, and imports only when nothing is wrong", async () => {
  const user = await start();
  answer = () => ({
    json: {
      rows: [
        aRow({}),
        aRow({ row: 2, name: "Freya Nilsen", fate: "wrong", reasons: ["Use at least 10 characters"] }),
      ],
      createdCount: 0,
    },
  });
  await user.upload(fileInput(), new File([csv], "joiners.csv", { type: "text/csv" }));
  expect(await screen.findByText("Nothing has been written yet")).toBeTruthy();
  expect(screen.getByText("joiners.csv")).toBeTruthy();
  expect(sent()).toEqual([{ csv, isDryRun: true }]);
  const wrong = within(screen.getByRole("row", { name: /Freya Nilsen/ }));
  expect(wrong.getByText("Fix")).toBeTruthy();
  expect(wrong.getByText("Use at least 10 characters")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 person" }).disabled).toBe(true);
  expect(screen.getByText(/Fix 1 row first/)).toBeTruthy();

  // The text of the file is there to be mended.
  await user.click(screen.getByRole("button", { name: "Change rows" }));
  expect(rowsField().value).toBe(csv);
  answer = ({ body }) => ({
    json: { rows: [aRow({})], createdCount: JSON.stringify(body).includes('"isDryRun":true') ? 0 : 1 },
  });
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 person" }).disabled).toBe(false),
  );
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByText("1 person was created and can sign in.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See users" })).toBeTruthy();
  expect(sent().at(-1)).toEqual({ csv, isDryRun: false });

  await user.click(screen.getByRole("button", { name: "Import another file" }));
  expect(rowsField().value).toBe("");
});

test("keeps the rows when they cannot be read, and when the connection is gone", async () => {
  const user = await start();
  answer = () => refuse("csv_unreadable", [{ path: "csv", message: "There is no column named email." }]);
  await user.type(rowsField(), "name,password");
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This is not a CSV file with the columns name, email and password. There is no column named email.",
  );
  expect(rowsField().value).toBe("name,password");

  answer = () => "hang up";
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await vi.waitFor(() =>
    expect(screen.getByRole("alert").textContent).toMatch("The server cannot be reached."),
  );
  expect(rowsField().value).toBe("name,password");
});

test("shows the rows again when something changed between check and import", async () => {
  const user = await start();
  await user.type(rowsField(), "name,email,password");
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await screen.findByRole("button", { name: "Import 1 person" });
  answer = () => ({
    json: {
      rows: [aRow({ fate: "wrong", reasons: ["There is no department named Sales"] })],
      createdCount: 0,
    },
  });
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  expect((await screen.findByRole("alert")).textContent).toMatch("nothing was written");
  expect(screen.getByText("There is no department named Sales")).toBeTruthy();
});

test("refuses what is too large before it is sent", async () => {
  const user = await start();
  await user.upload(fileInput(), new File(["x".repeat(900_000)], "all.csv", { type: "text/csv" }));
  expect((await screen.findByRole("alert")).textContent).toMatch("This file is too large");
  // Small enough as a file, too long as a request.
  await user.upload(fileInput(), new File(["é".repeat(190_000)], "accents.csv", { type: "text/csv" }));
  await vi.waitFor(() => expect(rowsField().value).toHaveLength(190_000));
  expect(screen.getByRole("alert").textContent).toMatch("This file is too large");
  expect(person.received).toEqual([]);
});

test("reads a file that is not UTF-8, and says so", async () => {
  const user = await start();
  const bytes = new Uint8Array([...new TextEncoder().encode("name\nRen"), 0xe9]);
  await user.upload(fileInput(), new File([bytes], "old.csv", { type: "text/csv" }));
  expect(await screen.findByText(/This file is not saved as UTF-8/)).toBeTruthy();
  expect(sent()).toEqual([{ csv: "name\nRené", isDryRun: true }]);
});

test("takes a dropped file", async () => {
  await start();
  const file = new File([csv], "joiners.csv", { type: "text/csv" });
  fireEvent.drop(screen.getByRole("region", { name: "File" }), { dataTransfer: { files: [file] } });
  expect(await screen.findByText("Nothing has been written yet")).toBeTruthy();
});

test("offers a sample file", async () => {
  const user = await start();
  const saved = vi.fn<(blob: Blob) => string>(() => "blob:sample");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
  await user.click(screen.getByRole("button", { name: "Sample file" }));
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
  expect(saved.mock.calls[0]?.[0].type).toMatch("text/csv");
});

function aRow(given: Partial<ImportRow>): ImportRow {
  return {
    row: 1,
    name: "Ottilie Brandt",
    email: "ottilie@pelicanworks.example",
    fate: "create",
    reasons: [],
    ...given,
  };
}

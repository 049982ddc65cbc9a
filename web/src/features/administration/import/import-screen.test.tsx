// @vitest-environment jsdom
import type { ImportRow } from "@atoll/contract/administration/import-routes";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, type ReceivedRequest, refuse } from "../../../../test/api-server.ts";
import { testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import type { ImportOutcome } from "./api.ts";
import { ImportScreen } from "./import-screen.tsx";

const csv = "name,email,password\nOttilie Brandt,ottilie@pelicanworks.example,harbour-lantern-1\n";

/** Letters that the encodings write differently. */
const accented = "name\nRené Müller";
const wide = (text: string) =>
  [...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]);
const swapped = (bytes: number[]) => bytes.map((_, index) => bytes[index % 2 === 0 ? index + 1 : index - 1]!);

let person: SignedIn;
let answer: (request: ReceivedRequest) => Answer | "hang up";
afterEach(() => person.end());

async function start() {
  answer = () => ({ json: anOutcome([aRow({})]) });
  const departments = ["Harbour", "Office"].map((name, at) => ({
    id: testId(at),
    name,
    slug: name.toLowerCase(),
  }));
  person = await startSignedIn((request) =>
    request.method === "GET" ? { json: { departments } } : answer(request),
  );
  return person.show(
    <ImportScreen
      renderActions={(buttons) => buttons}
      renderUsersLink={(label) => <a href="/admin">{label}</a>}
    />,
  );
}
const rowsField = () => screen.getByLabelText<HTMLTextAreaElement>("Rows as CSV text");
const fileInput = () => screen.getByLabelText("CSV file");
const sent = () => person.received.filter(({ method }) => method !== "GET").map(({ body }) => body);

test("shows every row's fate first, and imports only when nothing is wrong", async () => {
  const user = await start();
  answer = () => ({
    json: anOutcome([
      aRow({}),
      aRow({
        row: 3,
        name: "Freya Nilsen",
        fate: "wrong",
        reasons: ["Password: use at least 10 characters"],
        wrongFields: ["password"],
      }),
    ]),
  });
  await user.upload(fileInput(), new File([csv], "joiners.csv", { type: "text/csv" }));
  expect(await screen.findByText("Nothing has been written yet")).toBeTruthy();
  expect(screen.getByText("joiners.csv")).toBeTruthy();
  expect(screen.getByText("2 rows, comma, UTF-8")).toBeTruthy();
  expect(sent()).toEqual([{ csv, isDryRun: true, leaveOut: [] }]);
  const wrong = within(screen.getByRole("row", { name: /Freya Nilsen/ }));
  expect(wrong.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "3",
    "Freya Nilsen",
    "ottilie@pelicanworks.example",
    "user",
    "Frontend",
    "Fix",
  ]);
  expect(screen.getByText("Password: use at least 10 characters")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import" }).disabled).toBe(true);
  expect(screen.getByText(/Fix or leave out 1 row first/)).toBeTruthy();

  // The text of the file is there to be mended.
  await user.click(screen.getByRole("button", { name: "Change rows" }));
  expect(rowsField().value).toBe(csv);
  answer = ({ body }) => ({
    json: anOutcome([aRow({})], {
      createdCount: JSON.stringify(body).includes('"isDryRun":true') ? 0 : 1,
      passwords: [],
    }),
  });
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 person" }).disabled).toBe(false),
  );
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByText("1 person was created and can sign in.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See users" })).toBeTruthy();
  expect(sent().at(-1)).toEqual({ csv, isDryRun: false, leaveOut: [], atMost: 100 });

  await user.click(screen.getByRole("button", { name: "Import another file" }));
  expect(rowsField().value).toBe("");
});

test("keeps the rows when they cannot be read, and when the connection is gone", async () => {
  const user = await start();
  answer = () => refuse("csv_unreadable", [{ path: "csv", message: "There is no column named email." }]);
  await user.type(rowsField(), "name,password");
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This file cannot be read. Choose a CSV file with the columns name, email and password. There is no column named email.",
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
  const isDryRun = ({ body }: ReceivedRequest) => JSON.stringify(body).includes('"isDryRun":true');
  answer = (request) =>
    isDryRun(request)
      ? { json: anOutcome([aRow({ fate: "wrong", reasons: ["There is no department named Sales"] })]) }
      : refuse("import_rows_wrong");
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  expect(await screen.findByText("There is no department named Sales")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toMatch("nothing was written");
});

test("imports in parts with their progress, and keeps the passwords of those created when it stops", async () => {
  const user = await start();
  const people = [aRow({}), aRow({ row: 3, name: "Freya Nilsen" })];
  answer = () => ({ json: anOutcome(people, { leftCount: 2 }) });
  await user.type(rowsField(), "name,email");
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await screen.findByRole("button", { name: "Import 2 people" });
  let parts = 0;
  answer = ({ body }) => {
    if (JSON.stringify(body).includes('"isDryRun":true'))
      return { json: anOutcome([aRow({ fate: "skip" }), people[1]!], { leftCount: 1 }) };
    parts += 1;
    const passwords = [{ name: "Ottilie Brandt", email: "ottilie@x.example", password: "abcd-efgh" }];
    return parts === 1
      ? { json: anOutcome(people, { createdCount: 1, leftCount: 1, passwords }) }
      : refuse("rate_limited");
  };
  await user.click(screen.getByRole("button", { name: "Import 2 people" }));
  expect(await screen.findByRole("button", { name: "Import 1 person" })).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toMatch("1 person was created, then");
  expect(screen.getByText(/A password was generated/)).toBeTruthy();
});

test("refuses a too large file before sending it", async () => {
  const user = await start();
  await user.upload(fileInput(), new File(["x".repeat(900_000)], "all.csv", { type: "text/csv" }));
  expect((await screen.findByRole("alert")).textContent).toMatch("This file is too large");
  // Small enough as a file, too long as a request.
  await user.upload(fileInput(), new File(["\u0001".repeat(190_000)], "signs.csv", { type: "text/csv" }));
  await vi.waitFor(() => expect(rowsField().value).toHaveLength(190_000));
  expect(screen.getByRole("alert").textContent).toMatch("This file is too large");
  expect(sent()).toEqual([]);
});

test.each([
  ["UTF-8", [...new TextEncoder().encode(accented)]],
  ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(accented)]],
  ["UTF-16 with a mark", [0xff, 0xfe, ...wide(accented)]],
  ["UTF-16 the other way round", [0xfe, 0xff, ...swapped(wide(accented))]],
  ["UTF-16 without a mark", wide(accented)],
  ["the encoding of Windows", [...accented].map((letter) => letter.charCodeAt(0))],
])("reads a file that is saved in %s", async (name, bytes) => {
  const user = await start();
  await user.upload(fileInput(), new File([new Uint8Array(bytes)], "old.csv", { type: "text/csv" }));
  await screen.findByText("Nothing has been written yet");
  expect(sent()).toEqual([{ csv: accented, isDryRun: true, leaveOut: [] }]);
  expect(screen.queryAllByText(/This file is not saved as UTF-8/)).toHaveLength(
    name.includes("Windows") ? 1 : 0,
  );
});

test("asks for the meaning of unknown columns, and lets it be changed", async () => {
  const user = await start();
  const unclear = [
    { position: 1, heading: "Wer", field: "none" as const, sample: "Ottilie Brandt" },
    { position: 2, heading: "E-Mail", field: "email" as const, sample: "ottilie@pelicanworks.example" },
    { position: 3, heading: "Kennwort", field: "password" as const, sample: "" },
  ];
  const problem = "There is no column for the name.";
  answer = () => ({ json: anOutcome([], { columns: unclear, columnProblem: problem }) });
  await user.upload(fileInput(), new File([csv], "joiners.csv", { type: "text/csv" }));
  expect(await screen.findByText(/There is no column for the name\./)).toBeTruthy();
  expect(screen.getByText("Ottilie Brandt")).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "Field for Wer" }));
  await user.click(await screen.findByRole("option", { name: "Full name" }));
  const clear = unclear.map((column) =>
    column.position === 1 ? { ...column, field: "name" as const } : column,
  );
  answer = () => ({ json: anOutcome([aRow({})], { columns: clear }) });
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await screen.findByText("Nothing has been written yet");
  const columns = ["name", "email", "password"];
  expect(sent().at(-1)).toEqual({ csv, isDryRun: true, leaveOut: [], columns });
  await user.click(screen.getByRole("button", { name: "Change columns" }));
  expect(screen.getByRole("combobox", { name: "Field for Wer" }).textContent).toContain("Full name");
  await user.click(screen.getByRole("button", { name: "Check rows" }));
  await screen.findByRole("button", { name: "Import 1 person" });
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  await vi.waitFor(() =>
    expect(sent()).toContainEqual({ csv, isDryRun: false, leaveOut: [], columns, atMost: 100 }),
  );
});

test("skips wrong rows and restores them, and offers them as a file", async () => {
  const user = await start();
  const wrong = aRow({ row: 3, name: "Freya Nilsen", fate: "wrong", reasons: ["Password is required"] });
  const withWrong = () => ({ json: anOutcome([aRow({}), wrong], { wrongCsv: "name,problems" }) });
  answer = withWrong;
  await user.upload(fileInput(), new File([csv], "joiners.csv", { type: "text/csv" }));
  await user.click(await screen.findByRole("radio", { name: "Problems 1" }));
  expect(screen.queryByRole("row", { name: /Ottilie/ })).toBeNull();
  const saved = vi.fn<(blob: Blob) => string>(() => "blob:wrong");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
  await user.click(screen.getByRole("button", { name: "Problems as CSV" }));
  click.mockRestore();
  expect(saved.mock.calls[0]?.[0].size).toBe("name,problems".length);

  answer = () => ({
    json: anOutcome([aRow({}), { ...wrong, fate: "skip", reasons: ["You left this row out"] }]),
  });
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  expect(await screen.findByText("You left this row out")).toBeTruthy();
  expect(screen.getByRole("row", { name: /Ottilie/ })).toBeTruthy();
  expect(sent().at(-1)).toEqual({ csv, isDryRun: true, leaveOut: [3] });
  expect(screen.queryByRole("button", { name: "Problems as CSV" })).toBeNull();
  answer = withWrong;
  await user.click(screen.getByRole("button", { name: "Take 1 row back in" }));
  await screen.findByText("Password is required");
  expect(sent().at(-1)).toEqual({ csv, isDryRun: true, leaveOut: [] });
});

test("accepts a dropped file", async () => {
  await start();
  const file = new File([csv], "joiners.csv", { type: "text/csv" });
  fireEvent.drop(screen.getByRole("region", { name: "File" }), { dataTransfer: { files: [file] } });
  expect(await screen.findByText("Nothing has been written yet")).toBeTruthy();
});

test("offers a sample file with departments of the company", async () => {
  const user = await start();
  await vi.waitFor(() => expect(person.received).toHaveLength(1));
  const saved = vi.fn<(blob: Blob) => string>(() => "blob:sample");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(undefined);
  await user.click(screen.getByRole("button", { name: "Sample file" }));
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
  expect(saved.mock.calls[0]?.[0].type).toMatch("text/csv");
  expect(await saved.mock.calls[0]?.[0].text()).toMatch(/,user,Harbour\r\n.*,user,Harbour;Office\r\n/);
});

function anOutcome(rows: ImportRow[], given: Partial<ImportOutcome> = {}): ImportOutcome {
  return {
    columns: [],
    columnProblem: "",
    delimiter: ",",
    rows,
    wrongCsv: "",
    createdCount: 0,
    leftCount: 0,
    passwords: [],
    ...given,
  };
}

function aRow(given: Partial<ImportRow>): ImportRow {
  return {
    row: 2,
    name: "Ottilie Brandt",
    email: "ottilie@pelicanworks.example",
    roles: ["user"],
    departments: ["Frontend"],
    fate: "create",
    reasons: [],
    wrongFields: [],
    ...given,
  };
}

test("hands out generated passwords once, as a list that runs no formula", async () => {
  const user = await start();
  answer = ({ body }) => {
    const isDryRun = JSON.stringify(body).includes('"isDryRun":true');
    const passwords = [{ name: "=Ottilie", email: "ottilie@pelicanworks.example", password: "k7fm-3hqa" }];
    return { json: anOutcome([aRow({})], isDryRun ? {} : { createdCount: 1, passwords }) };
  };
  await user.upload(fileInput(), new File(["name,email"], "joiners.csv", { type: "text/csv" }));
  expect(await screen.findByText(/Atoll generates one for each person/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Import 1 person" }));
  await user.click(await screen.findByRole("button", { name: "Copy list" }));
  await vi.waitFor(async () =>
    expect(await navigator.clipboard.readText()).toContain(
      ",'=Ottilie,ottilie@pelicanworks.example,k7fm-3hqa",
    ),
  );
});

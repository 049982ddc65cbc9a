import type { ImportField } from "@atoll/contract/administration/import-fields";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { beforeAll, expect, test } from "vitest";
import { createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

// Files as spreadsheets and other programs write them, and the handling of invalid rows.

const server = sharedServer();
const password = "a password of some length";
let admin: SignedIn;

beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
  await server.db
    .insertInto("departments")
    .values({ name: "Research, Development", slug: "research-development" })
    .execute();
});

test.each([
  [
    "a heading in German, parted by semicolons",
    `Vorname;Name;E-Mail;Kennwort\nÖrn;Ås;oern@example.test;${password}`,
    2,
  ],
  ["tabs", `Name\tE-mail\tPassword\nÖrn Ås\toern@example.test\t${password}`, 2],
  ["bars", `Name|E-mail|Password\nÖrn Ås|oern@example.test|${password}`, 2],
  [
    "a line that says what parts the cells, which a spreadsheet does not count",
    `sep=;\r\nNom;Courriel;Mot de passe\r\nÖrn Ås;oern@example.test;${password}`,
    2,
  ],
  [
    "a delimiter within quotation marks",
    `"Name; full, all","E-mail","Password"\nÖrn Ås,oern@example.test,${password}`,
    2,
  ],
])("reads a file with %s", async (_name, csv, row) => {
  const columns: ImportField[] | undefined = csv.startsWith('"Name; full')
    ? ["name", "email", "password"]
    : undefined;
  const outcome = await send(csv, { columns });
  expect(outcome.columnProblem).toBe("");
  expect(outcome.rows).toMatchObject([{ row, name: "Örn Ås", email: "oern@example.test", fate: "create" }]);
});

test("reads a file without headings from its first row, and lets its columns be chosen by hand", async () => {
  const csv = `x1,oern@example.test,Örn Ås,${password}\nx2,ida@example.test,Ida Lund,${password}`;
  const first = await send(csv);
  expect(first.columnProblem).toBe("There is no column for the name.");
  expect(first.columns.map(({ heading, sample }) => [heading, sample])).toEqual([
    ["Column 1", "x1"],
    ["Column 2", "oern@example.test"],
    ["Column 3", "Örn Ås"],
    ["Column 4", password],
  ]);
  expect(first.rows).toEqual([]);
  const columns: ImportField[] = ["none", "email", "name", "password"];
  const mapped = await send(csv, { columns });
  expect(mapped.rows.map(({ row, name, fate }) => [row, name, fate])).toEqual([
    [1, "Örn Ås", "create"],
    [2, "Ida Lund", "create"],
  ]);
  // A column recognised as passwords is not shown again.
  expect(mapped.columns[3]).toEqual({ position: 4, heading: "Column 4", field: "password", sample: "" });

  for (const [chosen, problem] of [
    [["email", "email", "name", "password"], "There are two columns for the email."],
    [["firstName", "email", "none", "password"], "There is no column for the name."],
    [["name", "none"], "There is no column for the email."],
  ] satisfies [ImportField[], string][]) {
    expect((await send(csv, { columns: chosen })).columnProblem).toBe(problem);
    const refused = await admin.client.refused(administrationRoutes.importUsers, {
      body: { csv, isDryRun: false, columns: chosen },
    });
    expect(refused.body.error.fields).toEqual([{ path: "csv", message: problem }]);
  }
});

test("shows what a row would get, accepts lists in various forms, and says which cells are invalid", async () => {
  const { rows } = await send(
    [
      "name,email,password,roles,departments",
      `One,one@example.test,${password},,"backend, DevOps"`,
      `Two,two@example.test,${password},USER,"Research, Development; Backend"`,
      `Three,three@example,${password},manager|user,Catering`,
    ].join("\n"),
  );
  expect(rows.map(({ roles, departments, wrongFields }) => ({ roles, departments, wrongFields }))).toEqual([
    { roles: ["user"], departments: ["Backend", "DevOps"], wrongFields: [] },
    { roles: ["user"], departments: ["Research, Development", "Backend"], wrongFields: [] },
    { roles: ["manager", "user"], departments: ["Catering"], wrongFields: ["email", "roles", "departments"] },
  ]);
});

test("rows that are left out do not affect others, not even with the same name", async () => {
  const csv = [
    "name,email,password",
    `First,twice@example.test,short`,
    `Second,twice@example.test,${password}`,
    `Third,third@example.test,${password}`,
  ].join("\n");
  expect((await send(csv)).rows.map(({ fate }) => fate)).toEqual(["wrong", "wrong", "create"]);
  const { rows } = await send(csv, { leaveOut: [2] });
  expect(rows.map(({ fate, reasons }) => [fate, reasons])).toEqual([
    ["skip", ["You left this row out"]],
    ["create", []],
    ["create", []],
  ]);
  const done = await send(csv, { leaveOut: [2, 3], isDryRun: false });
  expect(done.createdCount).toBe(1);
  const { users } = await admin.client.call(administrationRoutes.listUsers, { query: { search: "twice@" } });
  expect(users).toEqual([]);
});

test("leaves out nothing that was never read", async () => {
  const many = Array.from({ length: 1001 }, (_, index) => `P,p${index}@example.test,`);
  const { rows } = await send(["name,email,password", ...many].join("\n"), { leaveOut: [1002] });
  expect(rows.at(-1)).toMatchObject({ row: 1002, fate: "wrong" });
});

test("offers wrong rows as a file without formulas, which can be imported once corrected", async () => {
  const formula = "=HYPERLINK(1)+12345";
  const csv = [
    "Name;E-Mail;Kennwort;Zimmer",
    `Gut;gut@example.test;${password};1`,
    `@Home;home@example;${formula};"=1+1"`,
  ].join("\n");
  const { wrongCsv } = await send(csv);
  expect(wrongCsv).toBe(
    "\uFEFFName,E-Mail,Kennwort,Zimmer,Atoll: what to fix\n" +
      `'@Home,home@example,'${formula},'=1+1,Please enter a valid email address\n`,
  );
  const mended = wrongCsv.replace("home@example,", "home@example.test,");
  const again = await send(mended, { isDryRun: false });
  expect(again).toMatchObject({ createdCount: 1, wrongCsv: "", rows: [{ row: 2, name: "@Home" }] });
  // The password is the one in the file, without the apostrophe before it.
  await server.signIn({ id: "", name: "", email: "home@example.test", password: formula });
});

test("generates passwords for a file without any, and returns them once", async () => {
  // A person of their own, because imports are limited for each.
  const other = await server.signIn(await createPerson(server.db, { name: "Eve", roles: ["admin"] }));
  const sendAs = (csv: string, isDryRun: boolean) =>
    other.client.call(administrationRoutes.importUsers, { body: { csv, isDryRun } });
  const csv = "name,email\nNew One,new.one@example.test\nNew Two,new.two@example.test";
  expect(await sendAs(csv, true)).toMatchObject({ columnProblem: "", passwords: [], createdCount: 0 });
  const { passwords } = await sendAs(csv, false);
  expect(passwords.map(({ email }) => email)).toEqual(["new.one@example.test", "new.two@example.test"]);
  expect(new Set(passwords.map((one) => one.password)).size).toBe(2);
  for (const { email, password: generated } of passwords)
    await server.signIn({ id: "", name: "", email, password: generated });
  expect((await sendAs(csv, false)).passwords).toEqual([]);
  const withPasswords = `name,email,password\nNew Three,new.three@example.test,${password}`;
  expect((await sendAs(withPasswords, false)).passwords).toEqual([]);
});

interface Options {
  columns?: ImportField[] | undefined;
  leaveOut?: number[];
  isDryRun?: boolean;
}

function send(csv: string, { isDryRun = true, ...options }: Options = {}) {
  return admin.client.call(administrationRoutes.importUsers, { body: { csv, isDryRun, ...options } });
}

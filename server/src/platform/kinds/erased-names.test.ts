import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServer } from "../../../test/for-file.ts";
import { erasedNames } from "./erased-names.ts";

const server = sharedServer();
const personId = "00000000-0000-7000-8000-000000000001";
const names = erasedNames({
  ...{ personId, names: ["Ada Lovelace", "Acme", "Max Muster"], mails: ["ada@firm.test"] },
  ...{ shared: ["Max Muster"], longer: ["Anna Ada Lovelace", "Ada Lovelace Byron"] },
});

async function inDatabase(value: unknown, type: "text" | "json"): Promise<unknown> {
  const column = { name: "value", type, isWithMentions: true };
  const { rows } = await sql<{ is_found: boolean; value: unknown }>`
    SELECT ${names.areIn([column])} AS is_found, ${names.withoutIn(column)} AS value
    FROM (SELECT ${type === "json" ? JSON.stringify(value) : value}::${sql.raw(type === "json" ? "jsonb" : "text")} AS value,
      ${JSON.stringify([{ id: personId, name: "Acme" }])}::jsonb AS mentions) t`.execute(server.db);
  // Rows that are not found are not changed either.
  expect(rows[0]?.is_found).toBe(JSON.stringify(rows[0]?.value) !== JSON.stringify(value));
  return rows[0]?.value;
}

test.each([
  ["Ada Lovelace", "Former colleague"],
  ["“Ada Lovelace” and 'Ada Lovelace'", "“Former colleague” and 'Former colleague'"],
  ["- Ada Lovelace's desk\nada lovelace", "- Former colleague's desk\nFormer colleague"],
  [
    "ada@firm.test, nada@firm.test, ada@firm.test.au",
    "erased@erased.invalid, nada@firm.test, ada@firm.test.au",
  ],
  ["/search?q=ada+lovelace&to=Ada%20Lovelace", "/search?q=Former colleague&to=Former colleague"],
])("replaces a full name and an address in %j", async (text, expected) => {
  expect(await inDatabase(text, "text")).toBe(expected);
  expect(names.without(text)).toBe(expected);
});

test.each([
  "Jean-Ada Lovelace, Ada Lovelace-Byron, O'Ada Lovelace",
  "Anna Ada Lovelace and Ada Lovelace Byron",
  "xAda Lovelace, жAda Lovelace, Ada Lovelaceö, Ada Lovelace1",
  "Acme sells to ben@acme.com. Max Muster buys.",
])("leaves names of others and words of the language in %j", async (text) => {
  expect(await inDatabase(text, "text")).toBe(text);
  expect(names.without(text)).toBe(text);
});

test("replaces a name of one word after an @ where the row mentions the person by ID", async () => {
  expect(await inDatabase("@Acme, see ben@acme.com", "text")).toBe("@Former colleague, see ben@acme.com");
});

test("replaces names within each string of JSON, also after a line break, and by ID whatever the name is", async () => {
  const value = {
    note: 'Attendees:\nAda Lovelace\tAda Lovelace "Ada Lovelace"\\nAda Lovelace',
    stages: [{ id: "one", name: "Acme" }],
    mentions: [{ id: personId, name: "Max Muster" }],
    ...{ "Ada Lovelace": [], count: 1, none: null, empty: {} },
  };
  expect(await inDatabase(value, "json")).toEqual({
    ...value,
    note: 'Attendees:\nFormer colleague\tFormer colleague "Former colleague"\\nAda Lovelace',
    mentions: [{ id: personId, name: "Former colleague" }],
  });
});

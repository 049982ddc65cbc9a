import { importRoutes } from "@atoll/contract/cards/import-routes";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { areWaiting, holdSection } from "../../../../test/hold-section.ts";
import { parseDdl } from "./parse-ddl.ts";
import { parseOpenApi } from "./parse-openapi.ts";

const server = sharedServer();
let kofi: Announcer;
let apiDocs: CardType;
let schema: CardType;

beforeAll(async () => {
  kofi = await createAnnouncer(server, "Kofi", { departments: ["Backend"] });
  const { sections } = await kofi.client.call(routes.listSections, { params: { slug: "backend" } });
  const typeOf = (slug: string) => sections.find(({ type }) => type.slug === slug)!.type;
  [apiDocs, schema] = [typeOf("api-docs"), typeOf("schema")];
});

const importText = (type: CardType, text: string, isDryRun = false, changeId = uuidv7()) =>
  kofi.client.call(importRoutes.importFile, {
    params: { typeId: type.id },
    body: { changeId, group: "billing", text, isDryRun },
  });
const refused = async (type: CardType, text: string, group = "billing") => {
  const body = { changeId: uuidv7(), group, text, isDryRun: true };
  const answer = await kofi.client.refused(importRoutes.importFile, { params: { typeId: type.id }, body });
  return answer.body.error.fields?.[0]?.message;
};
const cardsOf = async (type: CardType) =>
  (await kofi.client.call(routes.listCards, { params: { typeId: type.id }, query: { sort: "title" } })).items;

function invoices(version: 2 | 3): string {
  const amount = version === 2 ? { type: "number" } : { $ref: "#/components/schemas/Money" };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Billing", version: `${version}.0` },
    paths: {
      "/invoices": {
        parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
        get: { summary: "List invoices", responses: { 200: { description: "A page" } } },
        post: {
          summary: "Create an invoice",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/New" } } } },
          responses: {
            201: {
              description: "Created",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Invoice" } } },
            },
          },
        },
      },
      ...(version === 2 && { "/old": { get: { operationId: "old", responses: {} } } }),
    },
    components: {
      schemas: {
        New: {
          type: "object",
          required: version === 2 ? [] : ["site_id"],
          properties: { site_id: { type: "string" }, amount },
        },
        Invoice: { type: "object", required: ["id"], properties: { id: { type: "string" }, amount } },
        Money: {
          type: "object",
          properties: { value: { type: "string" }, of: { $ref: "#/components/schemas/Money" } },
        },
      },
    },
  });
}

describe("an OpenAPI file", () => {
  test("becomes operations, and its next version says what breaks, by direction", async () => {
    expect(await importText(apiDocs, invoices(2), true)).toMatchObject({ created: 3, changed: 0 });
    expect(await cardsOf(apiDocs)).toEqual([]);
    const changeId = uuidv7();
    await importText(apiDocs, invoices(2), false, changeId);
    expect(await importText(apiDocs, invoices(2), false, changeId)).toMatchObject({
      created: 0,
      changed: 0,
      same: 3,
    });
    const next = await importText(apiDocs, invoices(3));
    expect(next).toMatchObject({ created: 0, changed: 1, gone: 1, same: 1 });
    expect(next.breaking[0]?.words).toBe(
      "request: body site_id is required now; request: body amount was number, is object; answer: 201 amount was number, is object",
    );
    const cards = await cardsOf(apiDocs);
    expect(cards.map(({ title, stage, data }) => [title, stage, data.method, data.since])).toEqual([
      ["Create an invoice", "current", "POST", "2.0"],
      ["List invoices", "current", "GET", "2.0"],
      ["old", "deprecated", "GET", "2.0"],
    ]);
    expect(cards[0]?.body).toContain("| `site_id` required | string |  |");
    expect(cards[0]?.data.breaks).toContain("site_id is required now");
  });

  test("is not imported if its sender has left the department by then", async () => {
    const group = "scheduling";
    const params = { typeId: apiDocs.id };
    const bodyOf = (text: string) => ({ changeId: uuidv7(), group, text, isDryRun: false });
    const ofGroup = async () => (await cardsOf(apiDocs)).filter(({ data }) => data.service === group);
    const refusedInTurn = async (text: string) => {
      const leaver = await createAnnouncer(server, "Lea", { departments: ["Backend"] });
      const release = await holdSection(server.db, apiDocs.id);
      const importing = leaver.refused(importRoutes.importFile, { params, body: bodyOf(text) });
      await areWaiting(server.db, 1);
      await server.db.deleteFrom("user_departments").where("user_id", "=", leaver.id).execute();
      await release();
      expect(await importing).toBe("section_not_found");
    };
    await refusedInTurn(invoices(2));
    expect(await ofGroup()).toEqual([]);
    await kofi.client.call(importRoutes.importFile, { params, body: bodyOf(invoices(2)) });
    const before = await ofGroup();
    await refusedInTurn(invoices(3));
    expect(await ofGroup()).toEqual(before);
  });

  test("with keys that take minutes to read is refused before they are read", () => {
    const nested = ["? ", "- ? ", "a: ? ", "[? ", "{? a : ", "[a, ? ", '"a b": ? ', "&a ? ", "a b: ? "];
    for (const key of nested)
      expect(() => parseOpenApi(`paths:\n ${key.repeat(4_000)}`)).toThrow("keys that begin with “?”");
    const lines = Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth)}?`).join("\n");
    expect(() => parseOpenApi(lines)).toThrow("keys that begin with “?”");
    const asked =
      "          description: Vraiment ? Oui. Et ceci ? Non.\n          summary: |\n            Pourquoi ?\n";
    const paths = Array.from(
      { length: 50 },
      (_, at) => `  /p${at}:\n    get:\n${asked.replaceAll(/^ {4}/gm, "  ")}`,
    );
    expect(parseOpenApi(`openapi: 3.0.0\npaths:\n${paths.join("")}`).things).toHaveLength(50);
  });

  test("fetches no external references, and resolves circular ones", () => {
    const { things, notes } = parseOpenApi(`
openapi: 3.0.0
info: { title: A, version: "1" }
paths:
  /a:
    get:
      parameters: [{ $ref: "http://169.254.169.254/latest" }, { $ref: "../secrets.yaml#/a" }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Round" } } } }
components:
  schemas:
    Round: { $ref: "#/components/schemas/Trip" }
    Trip: { $ref: "#/components/schemas/Round" }
`);
    expect(things).toMatchObject([{ key: "GET /a", shape: { request: {}, answer: {} } }]);
    expect(notes).toHaveLength(3);
  });

  test("is refused with the reason when it is invalid or expands without end", async () => {
    expect(await refused(apiDocs, "{]")).toContain("cannot be read");
    expect(await refused(apiDocs, "a: 1")).toContain("no paths");
    expect(await refused(apiDocs, invoices(2), " ")).toContain("none of the section's choices");
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
      .split("")
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[at]}`).join()}]`)
      .join("\n")}\npaths: *h`;
    expect(await refused(apiDocs, bomb)).toBeDefined();
  });
});

const ddl = `
-- Billing
CREATE TABLE public.customers (id uuid PRIMARY KEY, email text NOT NULL, "vat;no" text DEFAULT 'a, b (' NOT NULL);
/* the rest */
create table if not exists sites (
  id uuid, customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE, rate numeric(10, 2),
  CONSTRAINT sites_pkey PRIMARY KEY (id)
);
CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $body$ SELECT 1; CREATE TABLE no (id int) $body$;
CREATE TABLE invoices (id uuid, site_id uuid, iban text);
ALTER TABLE ONLY public.invoices ADD CONSTRAINT fk FOREIGN KEY (site_id) REFERENCES public.sites(id);
COMMENT ON TABLE public.invoices IS 'One row for each invoice. It''s kept.';`;

describe("PostgreSQL's DDL", () => {
  test("becomes tables and a diagram, with personal data marked", async () => {
    await importText(schema, ddl);
    const { tables } = await kofi.client.call(importRoutes.readDiagram, { params: { typeId: schema.id } });
    const words = tables.map(({ name, columns }) => [
      name,
      columns.map(
        (one) =>
          `${one.name} ${one.type}${one.isKey ? " key" : ""}${one.refersTo ? ` > ${one.refersTo}` : ""}`,
      ),
    ]);
    expect(words).toEqual([
      ["customers", ["id uuid key", "email text", "vat;no text"]],
      ["invoices", ["id uuid", "site_id uuid > sites", "iban text"]],
      ["sites", ["id uuid key", "customer_id uuid > customers", "rate numeric(10,2)"]],
    ]);
    const cards = await cardsOf(schema);
    expect(cards.map(({ title, data }) => [title, data.personal_data])).toEqual([
      ["customers", "Some"],
      ["invoices", "Sensitive"],
      ["sites", "None"],
    ]);
    expect(cards[1]?.body).toBe("One row for each invoice. It's kept.");
    const next = await importText(schema, ddl.replace(", iban text", ""), true);
    expect(next.breaking).toEqual([{ title: "invoices", words: "column iban is gone" }]);
  });

  test("with a million columns is cut with a notice, and an unclosed statement is reported with its line", async () => {
    const wide = `CREATE TABLE wide (${Array.from({ length: 20_000 }, (_, at) => `c${at} int`).join()})`;
    const { things, notes } = parseDdl(wide);
    expect(things[0]?.shape).toHaveProperty("columns.length", 300);
    expect(notes[0]).toContain("first 300 columns");
    expect(await refused(schema, "CREATE TABLE a (id int);\n\n/* never")).toBe(
      "A comment that begins in line 3 never ends",
    );
    expect(await refused(schema, "SELECT 1")).toBe("There is no CREATE TABLE in this file");
  });
});

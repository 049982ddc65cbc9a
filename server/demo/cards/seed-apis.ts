import { parseOpenApi } from "../../src/features/cards/imports/parse-openapi.ts";
import { storeVersion } from "../../src/features/cards/imports/versions.ts";
import type { Database } from "../../src/tables.ts";

const dayMs = 86_400_000;
const text = { type: "string" };
const number = { type: "number" };
const day = { type: "string", format: "date" };

/** The API of a service, before its newest version and with it. */
const schemas: Record<string, { former: object; now: object }> = {
  "POST /v2/invoices": {
    former: { required: ["customer_id"], properties: { customer_id: text, amount: number, memo: text } },
    now: {
      required: ["site_id", "amount", "currency"],
      properties: {
        site_id: text,
        amount: { type: "object", properties: { value: text, currency: text } },
        currency: text,
        due_on: day,
        lines: { type: "array", items: { type: "object", properties: { sku: text, quantity: number } } },
        memo: text,
      },
    },
  },
  "POST /v2/slots/{id}/bookings": {
    former: { required: ["vehicle"], properties: { vehicle: text } },
    now: { required: ["vehicle"], properties: { vehicle: text, note: text } },
  },
  "POST /v2/webhooks": {
    former: { required: ["url"], properties: { url: text, events: { type: "array", items: text } } },
    now: { required: ["url", "events"], properties: { url: text, events: { type: "array", items: text } } },
  },
};
const answers: Record<string, { former: object; now: object }> = {
  "GET /v2/invoices/{id}": {
    former: { required: ["id"], properties: { id: text, status: text, customer_id: text, total: number } },
    now: {
      required: ["id"],
      properties: { id: text, status: text, site_id: text, total: number, due_on: day },
    },
  },
  "GET /v2/slots": {
    former: { properties: { slots: { type: "array", items: text } } },
    now: { properties: { slots: { type: "array", items: text }, next: text } },
  },
};

interface Operation {
  id: string;
  title: string;
  stage: string;
  method: string;
  path: string;
}

/**
 * Imports two versions of each service's OpenAPI file, so that the operations can be compared and tried. Their cards are
 * there already. Staging of billing is allowed; the addresses are examples and lead nowhere.
 */
export async function seedApis(tx: Database, now: Date): Promise<void> {
  const cards = await tx
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.id", "c.title", "c.stage", "c.data", "c.type_id", "c.owner_id"])
    .where("ct.slug", "=", "api-docs")
    .orderBy("c.rank")
    .execute();
  const services = Map.groupBy(cards, ({ data }) => String(data.service));
  for (const [service, found] of services) {
    const [{ type_id: typeId, owner_id: viewerId } = { type_id: "", owner_id: null }] = found;
    const operations = found.map(
      ({ id, title, stage, data }): Operation => ({
        id,
        title,
        stage,
        method: String(data.method),
        path: String(data.path),
      }),
    );
    const about = { typeId, source: service, viewerId };
    const versions = [
      {
        name: "2.3",
        which: "former",
        days: 40,
        shown: operations.filter(({ stage }) => stage !== "planned"),
      },
      { name: "2.4", which: "now", days: 5, shown: operations },
    ] as const;
    for (const { name, which, days, shown } of versions) {
      const file = parseOpenApi(JSON.stringify(fileOf(service, name, shown, which)));
      await storeVersion(tx, about, file, new Date(now.getTime() - days * dayMs));
      if (which === "former") continue;
      for (const { key, shape } of file.things) {
        const card = operations.find(({ method, path }) => key === `${method} ${path}`);
        if (!card) continue;
        await tx
          .insertInto("card_shapes")
          .values({
            card_id: card.id,
            type_id: typeId,
            external_key: key,
            source: service,
            shape: JSON.stringify(shape),
          })
          .execute();
      }
    }
    if (service === "billing")
      await tx
        .updateTable("card_servers")
        .set({ is_allowed: true })
        .where("type_id", "=", typeId)
        .where("source", "=", service)
        .where("name", "=", "Staging")
        .execute();
  }
}

function fileOf(service: string, version: string, operations: readonly Operation[], which: "former" | "now") {
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, stage, method, path } of operations) {
    const key = `${method} ${path}`;
    const body = schemas[key]?.[which];
    const answer = answers[key]?.[which];
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = {
      summary: title,
      deprecated: stage === "deprecated",
      parameters: [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: "path",
          required: true,
          schema: text,
        })),
        ...(method === "GET" && !path.includes("{")
          ? [{ name: "page", in: "query", schema: { type: "integer" } }]
          : []),
        ...(method === "POST" ? [{ name: "Idempotency-Key", in: "header", schema: text }] : []),
      ],
      ...(body && {
        requestBody: { content: { "application/json": { schema: { type: "object", ...body } } } },
      }),
      responses: {
        200: {
          description: "Done",
          ...(answer && { content: { "application/json": { schema: { type: "object", ...answer } } } }),
        },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: service, version },
    servers: [
      { url: `https://staging.${service}.pelicanworks.example/`, description: "Staging" },
      { url: `https://${service}.pelicanworks.example/`, description: "Production" },
    ],
    paths,
  };
}

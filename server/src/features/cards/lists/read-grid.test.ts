import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { generateNKeysBetween } from "fractional-indexing";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { storeValues } from "../data/card-values.ts";

const server = sharedServer();
let dev: Announcer;
let deployment: CardType;
const services = 70;

beforeAll(async () => {
  dev = await createAnnouncer(server, "Dev", { departments: ["DevOps"] });
  const { sections } = await dev.client.call(routes.listSections, { params: { slug: "devops" } });
  deployment = sections.find(({ type }) => type.slug === "deployment")!.type;
  const ranks = generateNKeysBetween(null, null, services * 4 + 1);
  const add = async (service: string, environment: string, version: string, stage: string, hours: number) => {
    const id = uuidv7();
    const data = { service, environment, version };
    await server.db
      .insertInto("cards")
      .values({
        id,
        type_id: deployment.id,
        title: `${service} ${version}`,
        stage,
        stage_since: new Date(Date.now() - hours * 3_600_000),
        rank: ranks.pop()!,
        owner_id: null,
        due_on: null,
        data: JSON.stringify(data),
        sent_hash: Buffer.alloc(32),
        created_by: dev.id,
      })
      .execute();
    await storeValues(server.db, { id, type_id: deployment.id }, deployment.fields, data);
  };
  for (let index = 0; index < services; index += 1) {
    const service = `service-${String(index).padStart(3, "0")}`;
    await add(service, "Staging", "2.0", "live", 1);
    await add(service, "Production", "1.0", "live", 9);
    await add(service, "Production", "1.1", "failing", 3);
    await add(service, "Production", "2.0", "requested", 1);
  }
  await add("gone", "Production", "0.1", "replaced", 90);
});

test("the grid has every service, with at most two cards per cell", async () => {
  const versions = new Map<string, string[]>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const call = { params: { typeId: deployment.id }, query: { limit: 30, ...(cursor && { cursor }) } };
    const page = await dev.client.call(routes.readGrid, call);
    for (const { data, stage } of page.items) {
      const found = versions.get(String(data.service)) ?? [];
      versions.set(String(data.service), [...found, `${data.environment} ${data.version} ${stage}`].sort());
    }
    cursor = page.nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBe(3);
  expect(versions.size).toBe(services + 1);
  expect(versions.get("service-069")).toEqual([
    "Production 1.1 failing",
    "Production 2.0 requested",
    "Staging 2.0 live",
  ]);
  expect(versions.get("gone")).toEqual(["Production 0.1 replaced"]);
});

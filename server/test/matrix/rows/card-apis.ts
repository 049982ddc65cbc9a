import type { apiRoutes } from "@atoll/contract/cards/api-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import type { Row } from "../slice.ts";
import type { World } from "../world.ts";
import { addCard, type CardThings, members, withView } from "./card-things.ts";

async function addServer({ db, secrets }: World, typeId: string, isProduction = false): Promise<string> {
  const { id } = await db
    .insertInto("card_servers")
    .values({
      type_id: typeId,
      source: "billing",
      url: `https://${uuidv7()}.example.com/`,
      name: secrets.hide("the name of a server", members),
      is_allowed: isProduction,
      is_production: isProduction,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addVersion({ db, secrets }: World, typeId: string): Promise<string> {
  const title = secrets.hide("the title of an operation of a version", members);
  const { id } = await db
    .insertInto("card_versions")
    .values({
      type_id: typeId,
      source: "billing",
      version: secrets.hide("the version of a file", members),
      things: JSON.stringify([{ key: uuidv7(), title, shape: { request: {}, answer: {} } }]),
      thing_count: 1,
      hash: Buffer.from(uuidv7()),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function addOperation(world: World, typeId: string): Promise<string> {
  const cardId = await addCard(world, typeId);
  await world.db
    .insertInto("card_shapes")
    .values({
      card_id: cardId,
      type_id: typeId,
      external_key: `GET /${cardId}`,
      source: "billing",
      shape: JSON.stringify({ request: {}, answer: {} }),
    })
    .execute();
  return cardId;
}

const ofSection = signedIn("section_not_found", each(members, "ok"));
const ofRestrictedSection = signedIn("section_not_found", each(withView, "ok"));

/** The rows of imported files and the servers that they name. */
export const apiRows: { [Key in keyof typeof apiRoutes]: Row<(typeof apiRoutes)[Key], CardThings> } = {
  listVersions: {
    open: {
      request: async ({ world, things, spare }) => {
        await spare("a listed version", () => addVersion(world, things.openType));
        return { params: { typeId: things.openType } };
      },
      expect: ofSection,
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
      expect: ofRestrictedSection,
    },
  },
  compareVersions: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: { typeId: things.openType },
        query: await spare("two versions", async () => ({
          from: await addVersion(world, things.openType),
          to: await addVersion(world, things.openType),
        })),
      }),
      expect: ofSection,
    },
    "of another section": {
      request: async ({ world, things, spare }) => ({
        params: { typeId: things.openType },
        query: await spare("two restricted versions", async () => ({
          from: await addVersion(world, things.restrictedType),
          to: await addVersion(world, things.restrictedType),
        })),
      }),
      expect: signedIn("section_not_found", each(members, "card_version_not_found")),
    },
  },
  listServers: {
    open: {
      request: async ({ world, things, spare }) => {
        await spare("a listed server", () => addServer(world, things.openType));
        return { params: { typeId: things.openType } };
      },
      expect: ofSection,
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
      expect: ofRestrictedSection,
    },
  },
  changeServer: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: { serverId: await spare("a server", () => addServer(world, things.openType)) },
        body: { isAllowed: true, isProduction: false },
      }),
      expect: signedIn("card_server_not_found", { ...each(members, "forbidden"), ...each(withView, "ok") }),
    },
    missing: {
      request: () => ({ params: { serverId: uuidv7() }, body: { isAllowed: true, isProduction: false } }),
      expect: signedIn("card_server_not_found"),
    },
  },
  tryOperation: {
    "on production": {
      request: async ({ world, things, spare }) => ({
        params: { cardId: await spare("an operation", () => addOperation(world, things.openType)) },
        body: { serverId: await spare("a production", () => addServer(world, things.openType, true)) },
      }),
      expect: signedIn("card_not_found", each(members, "card_trial_refused")),
      lacksOutside: true,
    },
    "of another section": {
      request: async ({ world, things, spare }) => ({
        params: { cardId: await spare("a second operation", () => addOperation(world, things.openType)) },
        body: { serverId: await spare("a foreign server", () => addServer(world, things.restrictedType)) },
      }),
      expect: signedIn("card_not_found", each(members, "card_server_not_found")),
      lacksOutside: true,
    },
  },
};

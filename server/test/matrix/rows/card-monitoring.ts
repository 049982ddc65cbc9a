import type { monitoringRoutes } from "@atoll/contract/cards/monitoring-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import type { Row } from "../slice.ts";
import type { World } from "../world.ts";
import { type CardThings, members, withView } from "./card-things.ts";

async function addSilence({ db, actors, secrets }: World, typeId: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("card_silences")
    .values({
      id,
      type_id: typeId,
      matchers: JSON.stringify([{ field: "service", value: "checkout" }]),
      until: "2037-01-01T09:00:00.000Z",
      reason: secrets.hide("the reason of a silence", members),
      sent_hash: Buffer.alloc(32),
      created_by: actors.author.id,
    })
    .execute();
  return id;
}

const ofSection = signedIn("section_not_found", each(members, "ok"));
const ofRestrictedSection = signedIn("section_not_found", each(withView, "ok"));

/** The rows of silences and uptime: members of a department see them, as its cards. */
export const monitoringRows: {
  [Key in keyof typeof monitoringRoutes]: Row<(typeof monitoringRoutes)[Key], CardThings>;
} = {
  listSilences: {
    open: {
      request: async ({ world, things, spare }) => {
        await spare("a listed silence", () => addSilence(world, things.openType));
        return { params: { typeId: things.openType } };
      },
      expect: ofSection,
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
      expect: ofRestrictedSection,
    },
  },
  createSilence: {
    "where no alerts are": {
      request: ({ things }) => ({
        params: { typeId: things.openType },
        body: {
          id: uuidv7(),
          matchers: [{ field: "service", value: "checkout" }],
          until: new Date(Date.now() + 3_600_000).toISOString(),
          reason: "Known",
        },
      }),
      expect: signedIn("section_not_found", each(members, "card_silence_wrong")),
      lacksOutside: true,
    },
  },
  endSilence: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: { silenceId: await spare("a silence", () => addSilence(world, things.openType)) },
      }),
      expect: signedIn("card_silence_not_found", each(members, "ok")),
    },
    restricted: {
      request: async ({ world, things, spare }) => ({
        params: {
          silenceId: await spare("a restricted silence", () => addSilence(world, things.restrictedType)),
        },
      }),
      expect: signedIn("card_silence_not_found", each(withView, "ok")),
    },
  },
  readUptime: {
    open: {
      request: ({ things }) => ({ params: { typeId: things.openType }, query: { span: "hours" } }),
      expect: ofSection,
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType }, query: {} }),
      expect: ofRestrictedSection,
    },
  },
};

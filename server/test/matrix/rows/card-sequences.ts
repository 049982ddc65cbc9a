import type { sequenceRoutes } from "@atoll/contract/cards/sequence-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import type { Row } from "../slice.ts";
import type { World } from "../world.ts";
import { addCard, type CardThings, members, withView } from "./card-things.ts";

const steps = [{ title: "Call", notes: "", days: 2 }];

async function addSequence({ db, actors, secrets }: World, typeId: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("card_sequences")
    .values({
      id,
      type_id: typeId,
      name: secrets.hide("the name of a sequence", members),
      steps: JSON.stringify(steps),
      created_by: actors.author.id,
    })
    .execute();
  return id;
}

const ofSection = signedIn("section_not_found", each(members, "ok"));

/** The rows of sequences: members of a department keep them, as its cards. */
export const sequenceRows: {
  [Key in keyof typeof sequenceRoutes]: Row<(typeof sequenceRoutes)[Key], CardThings>;
} = {
  listSequences: {
    open: {
      request: async ({ world, things, spare }) => {
        await spare("a listed sequence", () => addSequence(world, things.openType));
        return { params: { typeId: things.openType } };
      },
      expect: ofSection,
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
      expect: signedIn("section_not_found", each(withView, "ok")),
    },
  },
  saveSequence: {
    new: {
      request: ({ things }) => {
        const sequenceId = uuidv7();
        return {
          params: { typeId: things.openType, sequenceId },
          body: { name: `New ${sequenceId}`, steps, version: 0 },
        };
      },
      expect: ofSection,
    },
    "of another section": {
      request: async ({ world, things, spare }) => ({
        params: {
          typeId: things.openType,
          sequenceId: await spare("a restricted sequence", () => addSequence(world, things.restrictedType)),
        },
        body: { name: "Renamed", steps, version: 1 },
      }),
      expect: signedIn("section_not_found", each(members, "card_sequence_not_found")),
    },
  },
  deleteSequence: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: {
          typeId: things.openType,
          sequenceId: await spare("a sequence", () => addSequence(world, things.openType)),
        },
      }),
      expect: ofSection,
    },
    missing: {
      request: ({ things }) => ({ params: { typeId: things.openType, sequenceId: uuidv7() } }),
      expect: signedIn("section_not_found", each(members, "card_sequence_not_found")),
    },
  },
  startSequence: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: { cardId: await spare("a contact", () => addCard(world, things.openType)) },
        body: {
          changeId: uuidv7(),
          sequenceId: await spare("a sequence to start", () => addSequence(world, things.openType)),
        },
      }),
      expect: signedIn("card_not_found", { ...each(members, "ok"), voiceless: "forbidden" }),
    },
    "of another section": {
      request: async ({ world, things, spare }) => ({
        params: { cardId: await spare("another contact", () => addCard(world, things.openType)) },
        body: {
          changeId: uuidv7(),
          sequenceId: await spare("a foreign sequence", () => addSequence(world, things.restrictedType)),
        },
      }),
      expect: signedIn("card_not_found", {
        ...each(members, "card_sequence_not_found"),
        voiceless: "forbidden",
      }),
    },
  },
};

import { isDeepStrictEqual } from "node:util";
import { type CardData, cardDataSchema } from "@atoll/contract/cards/field-schemas";
import { maxCardLinks } from "@atoll/contract/cards/limits";
import { type CardLink, cardLinkSchema } from "@atoll/contract/cards/link-schemas";
import type { Card } from "@atoll/contract/cards/schemas";
import { sql } from "kysely";
import { z } from "zod";
import { broadcastEach } from "../../../platform/changes/broadcast.ts";
import { withoutRights } from "../../../platform/changes/changeable.ts";
import { column, type Fields, lifecycleFields, type ValueField } from "../../../platform/changes/field.ts";
import { valuesField } from "../../../platform/fields/values-field.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { StoredApproval } from "../data/approvals.ts";
import { storeValues } from "../data/card-values.ts";
import { type Earlier, fitData } from "../data/convert-data.ts";
import { followAlerts } from "../monitoring/on-call-alerts.ts";
import { presentCards, selectCards } from "../present.ts";
import { freeRank, lockSection } from "../ranks.ts";
import { isReadable } from "../readable.ts";
import { audiencesOf } from "../rooms.ts";
import { carrySequencesBack } from "./carry-over-sequences.ts";
import { judgeCards } from "./judge-cards.ts";
import { withoutLinks } from "./link-cards.ts";
import { type LockedCard, lockCards } from "./lock-cards.ts";
import { notifyOfChanges, updateNotifications } from "./notify.ts";

const data = valuesField<Database, LockedCard, CardData>({
  read: (row) => row.data,
  async write(value, row, tx) {
    // An undo may bring back what was written before the type of a field was changed.
    const fitting = fitData(row.fields, { data: cardDataSchema.parse(value), earlier: row.earlier });
    await storeValues(tx, row, row.fields, fitting.data);
    const isSame = isDeepStrictEqual(fitting.earlier, row.earlier);
    return {
      data: JSON.stringify(fitting.data),
      ...(!isSame && { earlier: JSON.stringify(fitting.earlier) }),
    };
  },
});

const linksSchema = z.array(cardLinkSchema);

/** Administrators may have removed the stage that a card was in. */
const hasStage = ({ stages }: LockedCard, stage: string) => stages.some(({ id }) => id === stage);
const writeStage = (value: string) => ({ stage: value, stage_since: sql`now()` });
const stage: ValueField<Database, LockedCard, string> = {
  ...column((row: LockedCard) => row.stage, writeStage),
  undo({ row, change }) {
    const before = z.string().parse(change.before);
    return row.stage === change.after && hasStage(row, before) ? writeStage(before) : undefined;
  },
};
const position = column(
  (row: LockedCard) => row.rank,
  (rank: string) => ({ rank }),
  // To arrange a stage is no news about a card.
  { isQuiet: true },
);

/** Every field of a card that has a history. */
export const cardFields = {
  ...lifecycleFields,
  title: column(
    (row: LockedCard) => row.title,
    (title: string) => ({ title }),
  ),
  body: column(
    (row: LockedCard) => row.body,
    (body: string) => ({ body }),
  ),
  stage,
  reason: column(
    (row: LockedCard) => row.reason,
    (reason: string) => ({ reason }),
  ),
  position: {
    ...position,
    // A place belongs to a stage: it is free where the card goes back to, and else the next one behind it is.
    async undo({ tx, row, change, together }) {
      if (row.rank !== change.after) return undefined;
      const moved = together.find(({ field }) => field === "stage");
      const back = z.string().parse(moved ? moved.before : row.stage);
      if (!hasStage(row, back)) return undefined;
      return {
        rank: await freeRank(
          tx,
          { typeId: row.type_id, stage: back },
          row.id,
          z.string().parse(change.before),
        ),
      };
    },
  },
  owner: column(
    (row: LockedCard) => row.owner_id,
    (owner_id: string | null) => ({ owner_id }),
  ),
  due: column(
    (row: LockedCard) => row.due_on,
    (due_on: string | null) => ({ due_on }),
  ),
  pinned: column(
    (row: LockedCard) => row.is_pinned,
    (is_pinned: boolean) => ({ is_pinned }),
    { isQuiet: true },
  ),
  mergedInto: column(
    (row: LockedCard) => row.merged_into_id,
    (merged_into_id: string | null) => ({ merged_into_id }),
  ),
  data,
  approvals: column(
    (row: LockedCard) => row.approvals,
    (approvals: StoredApproval[]) => ({ approvals: JSON.stringify(approvals) }),
  ),
  links: {
    ...column(
      (row: LockedCard) => row.links,
      (links: CardLink[]) => ({ links: JSON.stringify(links) }),
    ),
    trim: (before: CardLink[], after: CardLink[]) => ({
      before: withoutLinks(before, after),
      after: withoutLinks(after, before),
    }),
    // Links that others have added or removed since stay as they are.
    undo({ row, change }) {
      const [removed, added] = [linksSchema.parse(change.before), linksSchema.parse(change.after)];
      const left = withoutLinks(row.links, added);
      const links = [...left, ...withoutLinks(removed, left)].slice(0, maxCardLinks);
      return isDeepStrictEqual(links, row.links) ? undefined : { links: JSON.stringify(links) };
    },
  } satisfies ValueField<Database, LockedCard, CardLink[]>,
  earlier: column(
    (row: LockedCard) => row.earlier,
    (earlier: Earlier) => ({ earlier: JSON.stringify(earlier) }),
    { isQuiet: true },
  ),
} as const satisfies Fields<Database, LockedCard>;

/** How cards are changed, undone and broadcast. */
export const cardChanges: SliceChangeable<LockedCard, typeof cardFields, Card, RequestViewer> = {
  kind: "card",
  table: "cards",
  fields: cardFields,
  errors: { notFound: "card_not_found", changeNotFound: "card_change_not_found" },
  lock: lockCards,
  countReadable: countReadable({
    table: "cards",
    alias: "c",
    isReadable: (viewer) =>
      sql<boolean>`EXISTS (SELECT FROM card_types ct WHERE ct.id = c.type_id AND ${isReadable(viewer)})`,
  }),
  audiences: audiencesOf,
  broadcast: broadcastCards,
  async show({ db, people }, viewer, ids) {
    const rows = await selectCards(db)
      .where(sql<boolean>`c.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    return byId(await presentCards(people, rows));
  },
  /** The cards at the other ends of links show them too. */
  around: (_tx, changes) =>
    Promise.resolve(
      changes
        .filter(({ field }) => field === "links")
        .flatMap(({ before, after }) => [...linksSchema.parse(before), ...linksSchema.parse(after)])
        .flatMap(({ kind, id }) => (kind === "card" ? id : [])),
    ),
  judge: (tx, actorId, rows) => judgeCards(tx, actorId, rows),
  notify: notifyOfChanges,
  withdraw: updateNotifications,
  async beforeUndo(tx, changes) {
    const ids = changes.map(({ subjectId }) => subjectId);
    const { rows } = await sql<{ type_id: string }>`SELECT DISTINCT type_id FROM cards
      WHERE id = ANY(${ids}::uuid[]) ORDER BY type_id`.execute(tx);
    for (const { type_id } of rows) await lockSection(tx, type_id);
  },
  async afterUndo(tx, _ids, { undone }) {
    await carrySequencesBack(tx, undone);
    await followAlerts(
      tx,
      undone.map((change) => ({ ...change, before: change.after, after: change.before })),
    );
  },
  async mayUndo(tx, viewer, rows) {
    // A deletion is undone of a card that is nobody's: who left the department may not bring it back.
    const { rows: types } = await sql<{ id: string }>`SELECT ct.id FROM card_types ct
      WHERE ct.id = ANY(${rows.map(({ type_id }) => type_id)}::uuid[]) AND ct.department_id =
        ANY(${viewer.departments.map(({ id }) => id)}::uuid[])`.execute(tx);
    const known = new Set(types.map(({ id }) => id));
    return rows.every(({ type_id }) => known.has(type_id));
  },
};

/** Changes of cards that no person makes: their authors are recorded, and not asked for rights. */
export const cardChangesByServer: SliceChangeable<LockedCard, typeof cardFields, Card, { id: string }> = {
  ...cardChanges,
  ...withoutRights,
};

/** Sends these cards to everyone who may read them, or could before. Call it after the commit. */
export async function broadcastCards(
  { db, people, realtime }: ChangeSources,
  ids: readonly string[],
  before: Awaited<ReturnType<typeof audiencesOf>> = new Map(),
): Promise<ReadonlyMap<string, Card>> {
  const after = await audiencesOf(db, ids);
  return broadcastEach(
    ids,
    { before, after },
    {
      load: async (wanted) =>
        byId(
          await presentCards(
            people,
            await selectCards(db)
              .where(sql<boolean>`c.id = ANY(${[...wanted]}::uuid[])`)
              .where("c.deleted_at", "is", null)
              .execute(),
          ),
        ),
      changed: (rooms, card) => realtime.sendToOthers(rooms, [], "card.changed", { card }),
      gone: (rooms, except, cardId) => {
        for (const room of rooms)
          realtime.sendToOthers([room], except, "card.gone", { cardId, typeId: room.replace("cards:", "") });
      },
    },
  );
}

function byId(cards: readonly Card[]): ReadonlyMap<string, Card> {
  return new Map(cards.map((card) => [card.id, card]));
}

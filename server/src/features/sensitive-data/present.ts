import type { Person } from "@atoll/contract/people/schemas";
import type { SensitiveCard, SensitiveLook } from "@atoll/contract/sensitive-data/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import {
  type ListedCard,
  type LiveRequest,
  type LookRow,
  selectCards,
  selectLiveRequests,
} from "./queries.ts";

type Sources = Pick<SliceContext, "db" | "people">;

/** Every card that the viewer may see. */
export async function presentCards(sources: Sources, viewer: RequestViewer): Promise<SensitiveCard[]> {
  return present(sources, viewer, await selectCards(sources.db, viewer).execute());
}

/**
 * One card, after it was changed.
 * @throws {AppError} `sensitive_card_not_found` when it has since been deleted.
 */
export async function presentCard(
  sources: Sources,
  viewer: RequestViewer,
  cardId: string,
): Promise<{ card: SensitiveCard }> {
  const rows = await selectCards(sources.db, viewer).where("c.id", "=", cardId).execute();
  const [card] = await present(sources, viewer, rows);
  if (!card) throw new AppError("sensitive_card_not_found");
  return { card };
}

async function present(
  { db, people }: Sources,
  viewer: RequestViewer,
  rows: readonly ListedCard[],
): Promise<SensitiveCard[]> {
  const guarded = rows.filter(({ needs_two }) => needs_two).map(({ id }) => id);
  const requests = guarded.length > 0 ? await selectLiveRequests(db, guarded) : [];
  const known = await people.of([
    ...rows.flatMap(({ owner_id, rotated_by, look_by }) => [owner_id, rotated_by, look_by ?? owner_id]),
    ...requests.flatMap(({ person_id, approved_by }) => [person_id, approved_by ?? person_id]),
  ]);
  const personOf = (id: string): Person => known.get(id) ?? missing(id);
  return rows.map((row) => {
    const ofCard = requests.filter(({ card_id }) => card_id === row.id);
    return {
      id: row.id,
      key: row.key,
      title: row.title,
      owner: personOf(row.owner_id),
      needsTwo: row.needs_two,
      isInherited: row.inherited_at !== null,
      version: row.version,
      rotated: { person: personOf(row.rotated_by), at: row.rotated_at.toISOString() },
      lastLook:
        row.look_by && row.look_at ? { person: personOf(row.look_by), at: row.look_at.toISOString() } : null,
      ownRequest: ownRequest(ofCard, viewer, personOf),
      openRequests: ofCard
        .filter(({ person_id, approved_by }) => person_id !== viewer.id && approved_by === null)
        .map(({ id, person_id, reason, created_at }) => ({
          id,
          person: personOf(person_id),
          reason,
          at: created_at.toISOString(),
        })),
    };
  });
}

function ownRequest(
  requests: readonly LiveRequest[],
  viewer: RequestViewer,
  personOf: (id: string) => Person,
): SensitiveCard["ownRequest"] {
  const own = requests.findLast(({ person_id }) => person_id === viewer.id);
  if (!own) return null;
  return {
    id: own.id,
    approvedBy: own.approved_by === null ? null : personOf(own.approved_by),
    expiresAt: own.expires_at.toISOString(),
  };
}

/** Rows of the access log. */
export async function presentLooks({ people }: Sources, rows: readonly LookRow[]): Promise<SensitiveLook[]> {
  const known = await people.of(rows.flatMap((row) => [row.person_id, row.approved_by ?? row.person_id]));
  const personOf = (id: string): Person => known.get(id) ?? missing(id);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    person: personOf(row.person_id),
    card: { id: row.card_id, key: row.key, title: row.title },
    reason: row.reason,
    approvedBy: row.approved_by === null ? null : personOf(row.approved_by),
    at: row.at.toISOString(),
  }));
}

const missing = (id: string): Person => ({
  id,
  name: "Former colleague",
  email: "",
  avatar: null,
  isFormer: true,
});

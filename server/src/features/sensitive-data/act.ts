import type { AuditAction } from "@atoll/contract/audit/schemas";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { recordAct } from "../../platform/audit.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs, type RequestViewer } from "../identity/public.ts";
import { type CardRow, lockCard } from "./public.ts";
import { sensitiveRoom } from "./rooms.ts";

/** The viewer and the network address they act from, for the audit log. */
export interface Acting {
  viewer: RequestViewer;
  address: string;
}

export type ActSources = Pick<SliceContext, "db" | "realtime">;

/**
 * Acts on a locked card on behalf of a viewer whose permissions stay locked until the end. `work` comes first and its
 * audit entry last, and both are committed or neither. Only values returned after the commit leave the server.
 * @throws {AppError} `sensitive_card_not_found`, and the errors of `work`.
 */
export async function actOnCard<T>(
  { db, realtime }: ActSources,
  { viewer, address }: Acting,
  cardId: string,
  work: (
    tx: Database,
    card: CardRow,
    viewer: RequestViewer,
  ) => Promise<{ result: T; note?: Note | undefined }>,
): Promise<T> {
  const { result, key } = await changeAs(db, viewer, async (tx, current) => {
    const card = await lockCard(tx, current, cardId);
    const { result, note } = await work(tx, card, current);
    if (note) await noteOnCard(tx, { viewer: current, address }, card, note);
    return { result, key: card.key };
  });
  broadcast({ realtime }, key);
  return result;
}

interface Note {
  action: AuditAction;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes the audit entry. Call it last in the transaction. */
export function noteOnCard(
  tx: Database,
  { viewer: { id, name }, address }: Acting,
  card: { id: string; title: string },
  note: Note,
): Promise<void> {
  const subject = { type: "sensitive-card", id: card.id, name: card.title };
  return recordAct(tx, { ...note, actor: { id, name }, address, subject });
}

/** Makes everybody who sees the cards with this key refetch them. */
export function broadcast({ realtime }: Pick<SliceContext, "realtime">, key: SensitiveKey): void {
  realtime.send(sensitiveRoom(key), "sensitive-cards.changed", { key });
}

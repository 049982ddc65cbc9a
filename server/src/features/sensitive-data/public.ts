import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import type { Selectable } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database, Tables } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { isReadable } from "./readable.ts";

export type CardRow = Selectable<Tables["sensitive_cards"]>;

/**
 * Locks a card that the viewer may see until the transaction ends, and returns it.
 * @throws {AppError} `sensitive_card_not_found` if it does not exist or the viewer may not see it.
 */
export async function lockCard(tx: Database, viewer: RequestViewer, cardId: string): Promise<CardRow> {
  const row = await tx
    .selectFrom("sensitive_cards")
    .selectAll()
    .where("id", "=", cardId)
    .where(isReadable(viewer, "key"))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("sensitive_card_not_found");
  return row;
}

/** @throws {AppError} `forbidden` if the page is hidden from the viewer. */
export function assertMayOpen(viewer: RequestViewer): void {
  if (readableSensitiveKeys(viewer).length === 0)
    throw new AppError("forbidden", { detail: "no sensitive cards" });
}

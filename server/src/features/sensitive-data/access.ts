import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import type { Selectable } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database, Tables } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { isReadable } from "./readable.ts";

export type CardRow = Selectable<Tables["sensitive_cards"]>;

/**
 * A card that the viewer may see, locked until the transaction ends.
 * @throws {AppError} `sensitive_card_not_found` when there is none, or it is not theirs to see.
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

/** @throws {AppError} `forbidden` for a viewer to whom the page does not exist. */
export function assertMayOpen(viewer: RequestViewer): void {
  if (readableSensitiveKeys(viewer).length === 0)
    throw new AppError("forbidden", { detail: "no sensitive cards" });
}

import { canModerateCommunity, type QuestionParts } from "@atoll/contract/questions/policy";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague } from "../../slice.ts";
import type { OpenRow } from "./queries.ts";

type Parts = Pick<OpenRow, "locked_at" | "merged_into" | "duplicate_of" | "is_in_faq">;

/** Returns the parts of a row that the policies of the contract read. */
export const questionParts = (row: Parts): QuestionParts => ({
  isLocked: row.locked_at !== null,
  isClosed: row.merged_into !== null || row.duplicate_of !== null || row.is_in_faq,
});

/** Returns whether the viewer asked the question or moderates. */
export const mayDecide = (viewer: Colleague, row: { isMine: boolean }): boolean =>
  row.isMine || canModerateCommunity(viewer);

/** @throws {AppError} `forbidden` for someone who neither asked the question nor moderates. */
export function assertMayDecide(viewer: Colleague, row: { isMine: boolean }): void {
  if (!mayDecide(viewer, row))
    throw new AppError("forbidden", { detail: "neither the asker nor a moderator" });
}

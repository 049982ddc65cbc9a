import type { ReferenceKind } from "@atoll/contract/documents/limits";
import { findNames } from "../sharing/wire.ts";

/** Asks which of these things of a kind the person may read; those that were deleted are left out. */
export const findReadable =
  (kind: ReferenceKind) =>
  async (ids: readonly string[]): Promise<string[]> =>
    (await findNames(ids.map((id) => ({ kind, id })))).names.map(({ id }) => id);

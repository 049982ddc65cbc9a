import type { SearchKind } from "@atoll/contract/search/limits";

/** Where an answer may be already. */
export const similarKinds: readonly SearchKind[] = ["question", "article"];

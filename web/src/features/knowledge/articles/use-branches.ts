import { maxOpenBranches, maxTreeBranch, treeBranchSize } from "@atoll/contract/knowledge/limits";
import { useState } from "react";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { useTree } from "../data/queries.ts";

/** At most so many closed branches are remembered, the last ones. */
const maxClosed = 1000;

/**
 * The tree with its branches, open or closed as the person left them on this device. In a tree that is fetched whole, a
 * branch is open until somebody closes it; in a larger one, it is closed until somebody opens it.
 * @param search only pages with this text in their titles, all of them with open branches.
 */
export function useBranches(search = "") {
  const [closedText, keepClosed] = useKeptText("atoll.knowledge.closed-branches", "");
  const [openText, keepOpen] = useKeptText("atoll.knowledge.open-branches", "");
  const [size, setSize] = useState(treeBranchSize);
  const open = openText.split(" ").filter(Boolean);
  const query = useTree({ open, search, size });
  const { data } = query;
  const [closedIds, openIds] = [new Set(closedText.split(" ").filter(Boolean)), new Set(open)];
  const isOpen = (id: string) => search !== "" || (data?.isWhole ? !closedIds.has(id) : openIds.has(id));
  return {
    query,
    isOpen,
    isSearch: search !== "",
    /** Opens or closes branches. */
    set(ids: readonly string[], wantsOpen: boolean) {
      for (const id of ids) {
        closedIds.delete(id);
        openIds.delete(id);
        (wantsOpen ? openIds : closedIds).add(id);
      }
      keepClosed([...closedIds].slice(-maxClosed).join(" "));
      keepOpen([...openIds].slice(-maxOpenBranches).join(" "));
    },
    /** Shows more pages of each branch that has more; undefined: none has. */
    showMore:
      data && data.cut.length > 0 && search === "" && size < maxTreeBranch
        ? () => setSize(Math.min(2 * size, maxTreeBranch))
        : undefined,
  };
}

export type Branches = ReturnType<typeof useBranches>;

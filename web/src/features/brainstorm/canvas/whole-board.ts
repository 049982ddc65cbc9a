import type { FitViewOptions } from "@xyflow/react";

/** Shows the whole board between the tools and the workshop, which cover the edges. */
export const wholeBoard: FitViewOptions = {
  maxZoom: 1,
  padding: { top: "76px", left: "68px", right: "24px", bottom: "88px" },
};

import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { ReactNode } from "react";

/** How sources are named and opened, as the search names and opens them. */
export interface SourceParts {
  name: (hit: Hit) => string;
  /** What it is, and where: in parts. */
  meta: (hit: Hit) => string[];
  quote: (text: Hit["text"]) => ReactNode;
  open: (hit: Hit) => void;
}

import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { ReactNode } from "react";

/** How sources are named and opened, as the search names and opens them. */
export interface SourceParts {
  name: (hit: Hit) => string;
  /** Returns the parts of a source's label: its kind and place. */
  meta: (hit: Hit) => string[];
  quote: (text: Hit["text"]) => ReactNode;
  open: (hit: Hit) => void;
}

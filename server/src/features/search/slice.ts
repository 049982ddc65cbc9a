import type { Slice } from "../../slice.ts";
import { registerSearchEverywhere } from "./routes.ts";

/** The slice of the search over everything that slices register. Specification, sections 2 (search) and 5. */
export const search: Slice = { name: "search", routes: [registerSearchEverywhere] };

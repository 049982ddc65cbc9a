import type { Slice } from "../../slice.ts";
import { registerPersonalTokens } from "./routes.ts";

/** Personal access tokens: made and revoked by their owners, seen and revoked by administrators. */
export const personalTokens: Slice = {
  name: "personal-tokens",
  routes: [registerPersonalTokens],
};

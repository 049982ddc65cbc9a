import { sql } from "kysely";
import { ofCompany } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerPersonalTokens } from "./routes.ts";

/** Personal access tokens: made and revoked by their owners, seen and revoked by administrators. */
export const personalTokens: Slice = {
  name: "personal-tokens",
  routes: [registerPersonalTokens],
  personalData: {
    personal_tokens: {
      title: "Access tokens",
      erase: "account",
      where: (personId) => sql<boolean>`t.id IN (SELECT s.id FROM sessions s WHERE s.user_id = ${personId})`,
      columns: ["name", "is_endless", "used_at", "used_address"],
    },
    personal_token_rules: ofCompany,
  },
};

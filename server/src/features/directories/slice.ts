import { sql } from "kysely";
import { erasedName } from "../../platform/kinds/erasure.ts";
import { ofCompany, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { deleteLeftovers } from "../identity/public.ts";
import { registerLdap } from "./ldap/routes.ts";
import { provePasswordByLdap } from "./ldap/sign-in.ts";
import { ldapRunJob, nightlyRunsJob } from "./ldap/synchronise.ts";
import { placedMappings } from "./manage/mappings.ts";
import { registerDirectories } from "./manage/routes.ts";
import { samlPrivateKey } from "./manage/saml-keys.ts";
import { followJob, sweepDirectoriesJob } from "./people/follow-job.ts";
import { registerSignOn } from "./saml/routes.ts";
import { deleteOldTrials } from "./saml/settings.ts";
import { registerScim } from "./scim/routes.ts";
import { oidcFollower } from "./sign-on/oidc.ts";

/** Directories: other systems that know the company's people, which accounts follow. */
export const directories: Slice = {
  name: "directories",
  routes: [registerDirectories, registerScim, registerLdap, registerSignOn],
  jobs: [
    ...[followJob, sweepDirectoriesJob, ldapRunJob, nightlyRunsJob],
    () => ({
      name: "directories.reseal-saml-keys",
      cron: "53 3 * * *",
      run: ({ tx }) => samlPrivateKey.reseal(tx),
    }),
    () => ({
      name: "directories.delete-leftovers-of-sign-ins",
      cron: "*/15 * * * *",
      async run({ tx }) {
        await deleteOldTrials(tx);
        await deleteLeftovers(tx);
      },
    }),
  ],
  placed: [placedMappings],
  passwordProof: provePasswordByLdap,
  signOnFollower: oidcFollower,
  personalData: {
    directory_people: {
      title: "Entry in a directory",
      erase: "account",
      of: "user_id",
      columns: [
        "created_at",
        "user_name",
        "email",
        "name",
        "department",
        "language",
        "is_active",
        "updated_at",
      ],
    },
    directory_events: {
      title: "Changes by a directory",
      erase: { clears: { name: erasedName, detail: "" }, when: "always" },
      of: "user_id",
      columns: ["at", "kind", "name"],
    },
    saml_trials: {
      title: "Trials of a sign-on provider",
      erase: "account",
      of: "user_id",
      columns: ["created_at"],
    },
    directories: ofCompany,
    directory_groups: ofCompany,
    directory_mappings: ofCompany,
    directory_members: {
      title: "Groups in a directory",
      erase: "account",
      where: (personId) =>
        sql<boolean>`t.person_id IN (SELECT p.id FROM directory_people p WHERE p.user_id = ${personId})`,
      columns: ["group_id"],
      more: () => ({ group: sql`(SELECT g.name FROM directory_groups g WHERE g.id = t.group_id)` }),
    },
    saml_keys: secretOnly,
  },
};

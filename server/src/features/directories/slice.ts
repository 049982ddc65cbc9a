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
};

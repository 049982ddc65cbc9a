import type { Slice } from "../../slice.ts";
import { registerLdap } from "./ldap/routes.ts";
import { provePasswordByLdap } from "./ldap/sign-in.ts";
import { ldapRunJob, nightlyRunsJob } from "./ldap/synchronise.ts";
import { placedMappings } from "./manage/mappings.ts";
import { registerDirectories } from "./manage/routes.ts";
import { samlPrivateKey } from "./manage/saml-keys.ts";
import { followJob, sweepDirectoriesJob } from "./people/follow-job.ts";
import { registerSignOn } from "./saml/routes.ts";
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
  ],
  placed: [placedMappings],
  passwordProof: provePasswordByLdap,
  signOnFollower: oidcFollower,
};

import type { Slice } from "../../slice.ts";
import { registerLdap } from "./ldap/routes.ts";
import { provePasswordByLdap } from "./ldap/sign-in.ts";
import { ldapRunJob, nightlyRunsJob } from "./ldap/synchronise.ts";
import { placedMappings } from "./manage/mappings.ts";
import { registerDirectories } from "./manage/routes.ts";
import { followJob, sweepDirectoriesJob } from "./people/follow-job.ts";
import { registerScim } from "./scim/routes.ts";

/** Directories: other systems that know the company's people, which accounts follow. */
export const directories: Slice = {
  name: "directories",
  routes: [registerDirectories, registerScim, registerLdap],
  jobs: [followJob, sweepDirectoriesJob, ldapRunJob, nightlyRunsJob],
  placed: [placedMappings],
  passwordProof: provePasswordByLdap,
};

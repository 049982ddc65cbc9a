import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { type Expectation, each, signedIn } from "../expectations.ts";
import type { CaseInput } from "../slice.ts";

export const superAdmins = ["adminAccess", "superAdmin"] as const;
export const admins = ["admin", ...superAdmins] as const;
/** Hold users:manage, or pass every check. */
export const managers = ["userManager", ...admins] as const;

export type Input = CaseInput<unknown>;

/** These, and all others who are let in are told nothing but `forbidden`. */
export const only = (names: readonly AdmittedName[], expectation: Expectation = "ok") =>
  signedIn("forbidden", each(names, expectation));

/** Those who may ask at all, and of these only some for this account. */
const reach = (names: readonly AdmittedName[]) => only(names);

/** Whose account it is, for every route that names one. Nobody reaches more power than their own. */
export function targetStates<Call>(
  call: (userId: string) => Call,
  oneself: Expectation,
  { spendsActor, roleManagers = admins }: { spendsActor?: true; roleManagers?: readonly AdmittedName[] } = {},
) {
  const target = (what: string, roles: readonly string[], names: readonly AdmittedName[]) => ({
    request: async ({ world, spare }: Input) =>
      call((await spare(what, () => world.newPerson({ roles }))).id),
    expect: reach(names),
  });
  return {
    employee: target("an employee", ["user"], managers),
    "not approved yet": target("a pending person", ["pending"], managers),
    "user manager": target("a user manager", ["people office"], managers),
    "role manager": target("a role manager", ["role office"], roleManagers),
    auditor: target("an auditor", ["audit office"], admins),
    admin: target("an admin", ["admin"], admins),
    "holder of admin/access": target("a holder of admin/access", ["stand-in"], superAdmins),
    "super admin": target("a super admin", ["super_admin"], superAdmins),
    oneself: {
      request: ({ actor }: Input) => call(actor.id),
      expect: only(managers, oneself),
      ...(spendsActor ? { spendsActor } : {}),
    },
    former: {
      request: ({ world }: Input) => call(world.actors.removed.id),
      expect: only(managers, "user_not_found"),
    },
    missing: { request: () => call(uuidv7()), expect: only(managers, "user_not_found") },
    malformed: { request: () => call("somebody"), expect: signedIn("invalid_request") },
  };
}

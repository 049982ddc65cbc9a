import { administrationRoutes } from "@atoll/contract/administration/routes";
import { uuidv7 } from "uuidv7";
import { defineSlice } from "../slice.ts";
import { managers, only, superAdmins, targetStates } from "./administration-targets.ts";

const {
  deleteUser,
  countOwned,
  disableUser,
  enableUser,
  setUserPassword,
  endUserSessions,
  resetUserSecondFactor,
} = administrationRoutes;

/** Routes that act on an account as a whole. */
export const accountAdministrationSlice = defineSlice({
  name: "administration of accounts",
  routes: {
    deleteUser,
    countOwned,
    disableUser,
    enableUser,
    setUserPassword,
    endUserSessions,
    resetUserSecondFactor,
  },
  eventNames: {},
  furnish: async () => ({}),
  rows: {
    deleteUser: {
      ...targetStates((userId) => ({ params: { userId }, body: {} }), "own_account"),
      "handed over to nobody": {
        request: async ({ world, spare }) => ({
          params: { userId: (await spare("an employee", () => world.newPerson())).id },
          body: { handOverTo: uuidv7() },
        }),
        expect: only(managers, "user_not_found"),
      },
    },
    countOwned: targetStates((userId) => ({ params: { userId } }), "ok"),
    disableUser: targetStates((userId) => ({ params: { userId } }), "own_account"),
    enableUser: targetStates((userId) => ({ params: { userId } }), "ok"),
    setUserPassword: {
      ...targetStates(
        (userId) => ({ params: { userId }, body: { password: "seven pelicans on a pier" } }),
        "own_account",
        // An admin passes every check but managing roles: as a role manager they would do that, too.
        { roleManagers: superAdmins },
      ),
      "that everybody guesses": {
        request: async ({ world, spare }) => ({
          params: { userId: (await spare("an employee", () => world.newPerson())).id },
          body: { password: "1234567890" },
        }),
        expect: only(managers, "password_too_common"),
      },
    },
    endUserSessions: targetStates((userId) => ({ params: { userId } }), "ok", { spendsActor: true }),
    resetUserSecondFactor: targetStates((userId) => ({ params: { userId } }), "own_account", {
      roleManagers: superAdmins,
    }),
  },
  events: {},
});

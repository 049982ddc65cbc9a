import { procedureRoutes } from "@atoll/contract/identity/procedure-routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";

interface Things {
  colleagueId: string;
}

/** People who manage accounts, assign roles or open the admin panel. For everyone else, other people do not exist. */
const knowers = ["userManager", "roleAssigner", "admin", "adminAccess", "superAdmin"] as const;

function personStates<More extends object>(more: More) {
  const call = (user_id?: string) => ({ body: { ...more, ...(user_id === undefined ? {} : { user_id }) } });
  const others = signedIn("user_not_found", each(knowers, "ok"));
  return {
    oneself: { request: () => call(), expect: signedIn("ok") },
    "oneself by id": {
      request: ({ actor }: CaseInput<Things>) => call(actor.id),
      expect: signedIn("ok"),
    },
    "a colleague": {
      request: ({ things }: CaseInput<Things>) => call(things.colleagueId),
      expect: others,
    },
    "who is disabled": {
      request: ({ world }: CaseInput<Things>) => call(world.actors.disabled.id),
      expect: others,
    },
    "a former colleague": {
      request: ({ world }: CaseInput<Things>) => call(world.actors.removed.id),
      expect: signedIn("user_not_found"),
    },
    missing: { request: () => call(uuidv7()), expect: signedIn("user_not_found") },
    malformed: { request: () => call("me"), expect: signedIn("invalid_request") },
  };
}

export const procedureSlice = defineSlice({
  name: "procedures",
  routes: procedureRoutes,
  eventNames: {},
  furnish: async (world): Promise<Things> => ({ colleagueId: (await world.newPerson()).id }),
  rows: {
    userHasActiveRoles: personStates({}),
    getUserPermissions: personStates({}),
    userHasPermission: personStates({ resource_name: "chat", action_name: "access" }),
  },
  events: {},
});

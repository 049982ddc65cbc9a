import { peopleRoutes } from "@atoll/contract/people/routes";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { userReaders } from "../world.ts";

/** Colleagues are known to each other, by name and email; who cannot sign in is known to the administration. */
export const peopleSlice = defineSlice({
  name: "people",
  routes: peopleRoutes,
  eventNames: {},
  async furnish(world) {
    const email = `${world.secrets.hide("the email of a disabled colleague", userReaders)}@example.test`;
    const { id } = await world.newPerson({ email, name: "Disabled colleague" });
    await world.db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", id).execute();
    return {};
  },
  rows: {
    searchPeople: {
      everybody: { request: () => ({ query: { limit: 50 } }), expect: signedIn("ok") },
      "a former colleague": { request: () => ({ query: { name: "removed" } }), expect: signedIn("ok") },
      "who is disabled": { request: () => ({ query: { name: "disabled" } }), expect: signedIn("ok") },
      "too many": { request: () => ({ query: { limit: 51 } }), expect: signedIn("invalid_request") },
    },
  },
  events: {},
});

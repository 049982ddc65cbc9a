import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { defaultWorkingHours } from "@atoll/contract/calendar/working-hours";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { furnishEvents, type Things } from "./event-things.ts";
import { anybody } from "./task-things.ts";

const range = { from: "2027-03-01T00:00:00.000Z", until: "2027-03-08T00:00:00.000Z", zone: "UTC" };
const period = { from: "2027-03-01", to: "2027-03-07", zone: "UTC" };

/** Everybody may know when anybody is free, and what only their own calendar adds up to. */
export const availabilitySlice = defineSlice<typeof freeRoutes, never, Things>({
  name: "availability",
  routes: freeRoutes,
  eventNames: {},
  furnish: furnishEvents,
  rows: {
    findTime: {
      "of a colleague": {
        request: ({ things }) => ({ body: { ...range, personIds: [things.colleagueId] } }),
        expect: signedIn("ok"),
      },
      "of nobody that there is": {
        request: () => ({ body: { ...range, personIds: [uuidv7()] } }),
        expect: signedIn("attendee_unavailable"),
      },
      "over more than is looked at": {
        request: ({ things }) => ({
          body: { ...range, until: "2027-06-01T00:00:00.000Z", personIds: [things.colleagueId] },
        }),
        expect: signedIn("range_too_long"),
      },
    },
    getWorkingHours: anybody({}),
    saveWorkingHours: anybody({ body: { workingHours: [...defaultWorkingHours] } }),
    getCalendarAnalytics: {
      ...anybody({ query: period }),
      "over more than is counted": {
        request: () => ({ query: { ...period, to: "2029-03-07" } }),
        expect: signedIn("range_too_long"),
      },
    },
  },
  events: {},
});

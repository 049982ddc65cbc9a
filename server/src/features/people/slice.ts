import { announcements } from "../../announcements.ts";
import type { Ground, LivePart, Shared, Slice, SliceContext } from "../../slice.ts";
import { cachePeople } from "./people-cache.ts";
import { registerPeople } from "./routes.ts";

/** Colleagues as everyone may see them. Specification, section 7 (people). */
export const people = {
  name: "people",
  share: ({ db }: Ground): Pick<Shared, "people"> => ({ people: cachePeople(db) }),
  routes: [registerPeople],
  live: [keepFresh],
} satisfies Slice;

function keepFresh({ people: cache }: SliceContext): LivePart {
  return { topics: { [announcements.viewerChanged]: cache.forget }, onGap: cache.forgetAll };
}

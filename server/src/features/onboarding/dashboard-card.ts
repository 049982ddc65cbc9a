import { cardItems } from "@atoll/contract/dashboard/limits";
import type { Onboarding, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import type { SliceCard } from "../../slice.ts";
import { isLed, isRunning, listOwn } from "./list-onboardings.ts";
import { presentListed } from "./present.ts";
import { selectOnboardings } from "./queries.ts";

const withoutItems = ({ items: _, ...listed }: OpenOnboarding): Onboarding => listed;

/** The dashboard's card with the viewer's own path and its next items, and the progress of the newcomers they lead. */
export const onboardingCard: SliceCard = {
  type: "onboarding",
  async read({ db, people }, viewer) {
    const [own] = (await listOwn({ db, people }, viewer)).filter(({ state }) => state === "running");
    const rows = await selectOnboardings(db)
      .where(isLed(viewer))
      .where(isRunning)
      .orderBy("o.created_at", "desc")
      .limit(cardItems)
      .execute();
    const led = await presentListed({ db, people }, viewer, rows);
    return {
      type: "onboarding",
      own: own ? withoutItems(own) : null,
      items: (own?.items ?? [])
        .filter(({ doneAt, doer }) => doneAt === null && doer === "newcomer")
        .slice(0, cardItems),
      led: led.map(({ id, person, done, total, planned }) => ({ id, person, done, total, planned })),
    };
  },
};

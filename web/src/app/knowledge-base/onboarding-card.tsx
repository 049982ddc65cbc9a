import { Link } from "@tanstack/react-router";
import { Route } from "lucide-react";
import { useFigures, useOwnOnboardings } from "../../features/onboarding/data/queries.ts";
import { SectionCard } from "../../ui/layout/section-card.tsx";

/** Leads to onboarding, with the viewer's own progress, or that of the people they lead. */
export function OnboardingCard() {
  const { data: own } = useOwnOnboardings();
  const { data: figures } = useFigures();
  const current = own?.find(({ state }) => state === "running");
  const leads = figures !== undefined && figures.onPath > 0;
  const people = figures?.onPath === 1 ? "1 person" : `${figures?.onPath ?? 0} people`;
  return (
    <SectionCard
      link={<Link to="/knowledge-base/onboarding" />}
      mark={
        <span
          aria-hidden="true"
          className="grid size-9 flex-none place-items-center rounded-md bg-primary-soft text-primary-text"
        >
          <Route className="size-4" />
        </span>
      }
      name="Onboarding"
      text="A path for each role, day 1 to day 90."
      meta={
        current
          ? `${current.done} of ${current.total} done on your path`
          : leads
            ? `${people} on a path`
            : "You are not on a path"
      }
      ring={
        current
          ? { share: current.total === 0 ? 0 : current.done / current.total, label: "Done on your path" }
          : leads
            ? { share: figures.medianShare / 100, label: "Median share done" }
            : null
      }
    />
  );
}

import {
  type QuestionOrder,
  type QuestionTabName,
  type QuestionView,
  questionTabNames,
} from "@atoll/contract/questions/limits";
import { useRef } from "react";
import { Count } from "../../../ui/badge/count.tsx";
import { tabClass } from "../../../ui/layout/tab-class.ts";
import { useTabInSight } from "../../../ui/layout/use-tab-in-sight.ts";
import { useQuestionOverview } from "../data/use-questions.ts";

export interface ShownTab {
  view: QuestionView;
  order: QuestionOrder;
}

/** The tabs, each a view with an order of its own. */
export const tabs = {
  newest: { label: "Newest", view: "all", order: "newest" },
  active: { label: "Active", view: "all", order: "active" },
  votes: { label: "Most votes", view: "all", order: "votes" },
  unanswered: { label: "Unanswered", view: "unanswered", order: "oldest" },
  following: { label: "Following", view: "following", order: "active" },
  mine: { label: "Mine", view: "mine", order: "newest" },
} as const satisfies Record<QuestionTabName, ShownTab & { label: string }>;

interface ViewTabsProps {
  shown: QuestionTabName;
  onChange: (tab: QuestionTabName) => void;
}

/** The views of the list, with how many there are in those that a person works off. */
export function ViewTabs({ shown, onChange }: ViewTabsProps) {
  const row = useRef<HTMLElement>(null);
  useTabInSight(row);
  const { data } = useQuestionOverview();
  const counts: Partial<Record<QuestionTabName, number | undefined>> = {
    unanswered: data?.unanswered,
    following: data?.following,
    mine: data?.mine,
  };
  return (
    <nav
      ref={row}
      aria-label="Views"
      className="-mt-1.5 mb-3 flex gap-5 scroll-row border-b max-md:-mx-4 max-md:px-4"
    >
      {questionTabNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === shown ? "page" : undefined}
          className={tabClass}
          onClick={() => onChange(name)}
        >
          {tabs[name].label}
          {(counts[name] ?? 0) > 0 && <Count value={counts[name] ?? 0} />}
        </button>
      ))}
    </nav>
  );
}

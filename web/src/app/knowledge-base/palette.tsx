import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import { BookOpen, CircleQuestionMark, ListChecks, Route } from "lucide-react";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { AreaGoalsProps } from "../area.ts";
import { useViewGoals } from "../palette/use-view-goals.tsx";

/** The palette's entries for the knowledge base. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const viewer = useViewer();
  const views = [
    ...useViewGoals("knowledge:faq", "FAQ", () => "/knowledge-base/faq?", onGo),
    ...useViewGoals("knowledge:sop", "SOPs", () => "/knowledge-base/sop?", onGo),
    ...useViewGoals("knowledge:articles", "Articles", () => "/knowledge-base/articles?", onGo),
  ];
  const mark = "size-4 text-faint";
  const begin = [
    {
      id: "new article",
      label: "New article",
      mark: <BookOpen className={mark} />,
      run: () => onGo("/knowledge-base/articles?new=1"),
    },
    {
      id: "new sop",
      label: "New SOP",
      mark: <ListChecks className={mark} />,
      run: () => onGo("/knowledge-base/sop?new=1"),
    },
    {
      id: "new faq answer",
      label: "New FAQ answer",
      mark: <CircleQuestionMark className={mark} />,
      run: () => onGo("/knowledge-base/faq?new=1"),
    },
  ];
  const lead = [
    {
      id: "start path",
      label: "Start an onboarding path",
      mark: <Route className={mark} />,
      run: () => onGo("/knowledge-base/onboarding?new=start"),
    },
    {
      id: "new path",
      label: "New onboarding path",
      mark: <Route className={mark} />,
      run: () => onGo("/knowledge-base/onboarding?new=path"),
    },
  ];
  return children({
    found: [],
    places: views,
    actions: [...(canWriteKnowledge(viewer) ? begin : []), ...(canManageOnboarding(viewer) ? lead : [])],
    error: null,
    isSearching: false,
  });
}

import { CircleQuestionMark } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";
import { useViewGoals } from "../palette/use-view-goals.tsx";

/** The palette's entries for questions. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const ask = {
    id: "ask question",
    label: "Ask a question",
    mark: <CircleQuestionMark className="size-4 text-faint" />,
    run: () => onGo("/community-faqs/ask"),
  };
  const views = useViewGoals("questions", "Community FAQs", () => "/community-faqs?", onGo);
  return children({ found: [], places: views, actions: [ask], error: null, isSearching: false });
}

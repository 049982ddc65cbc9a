import { CircleQuestionMark } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";

/** Asking, from anywhere. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const ask = {
    id: "ask question",
    label: "Ask a question",
    mark: <CircleQuestionMark className="size-4 text-faint" />,
    run: () => onGo("/community-faqs/ask"),
  };
  return children({ found: [], places: [], actions: [ask], error: null, isSearching: false });
}

import { knowledgeViewRules } from "@atoll/contract/knowledge/list-search";
import { searchOfView, type ViewRules } from "@atoll/contract/saved-views/rules";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePageViews } from "../../capabilities/saved-views/use-page-views.tsx";

type Filters = Readonly<Record<string, string | undefined>>;

/** The saved views of a section, and how to change the filters in its address. */
export function useSectionViews(section: keyof typeof knowledgeViewRules, all: string) {
  const navigate = useNavigate();
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const rules: ViewRules = knowledgeViewRules[section];
  const to = `/knowledge-base/${section}` as const;
  const go = (next: Filters, replace = false) =>
    void navigate({
      to,
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => Boolean(value))),
      replace,
      resetScroll: false,
    });
  const kept: Filters = Object.fromEntries(
    [...Object.keys(rules), "saved"].map((name) => [name, search[name]]),
  );
  return {
    pageViews: usePageViews({
      place: `knowledge:${section}`,
      rules,
      given: [{ id: "", name: all, query: "" }],
      search,
      onOpen: ({ id, query }) => go({ ...searchOfView(query, rules), saved: id }),
    }),
    // Going back leaves a text, not one letter of it.
    show: (change: Filters) => go({ ...kept, ...change }, "text" in change && Boolean(kept.text)),
  };
}

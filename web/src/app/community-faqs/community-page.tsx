import type { SearchParams } from "@atoll/contract/list-search";
import { questionSearch } from "@atoll/contract/questions/list-search";
import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { searchOfView } from "@atoll/contract/saved-views/rules";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { usePageViews } from "../../capabilities/saved-views/use-page-views.tsx";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { AskDialog } from "../../features/questions/ask/ask-dialog.tsx";
import { openKey, useQuestions } from "../../features/questions/data/use-questions.ts";
import { ExportQuestions } from "../../features/questions/list/export-questions.tsx";
import { ListFilters } from "../../features/questions/list/list-filters.tsx";
import { QuestionList } from "../../features/questions/list/question-list.tsx";
import { QuestionRail } from "../../features/questions/list/question-rail.tsx";
import { questionShortcuts } from "../../features/questions/list/shortcuts.ts";
import { tabs, ViewTabs } from "../../features/questions/list/view-tabs.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { SelectToggle } from "../../ui/list/select-toggle.tsx";
import { PageHeader } from "../page/page-header.tsx";

const root = "/community-faqs";
const toQuestion = (questionId: string) =>
  ({ to: "/community-faqs/$questionId", params: { questionId } }) as const;
const toAsk = { to: "/community-faqs/ask" } as const;

type ListSearch = SearchParams<typeof questionSearch> & {
  /** The ID of the open saved view. */
  saved?: string | undefined;
};

const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, 200) : "");

/** /community-faqs, the list; its tab and filters are in the address. /community-faqs/ask over it. */
export function CommunityPage() {
  const isAsking = useMatch({ strict: false, select: ({ fullPath }) => fullPath === toAsk.to });
  usePageTitle(isAsking ? "Ask a question" : "Community FAQs");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const [isSelecting, setIsSelecting] = useState(false);
  const search = useSearch({ strict: false });
  const shown = questionSearch.read(search);
  const { tab, text, departmentId } = shown;
  const chosen = { text, tag: shown.tag || undefined, departmentId };
  const { view, order } = tabs[tab];
  const filter = { view, order, ...chosen };
  /** The part of the address that stays when another part changes. */
  const kept: ListSearch = { ...questionSearch.write(shown), saved: textOf(search.saved) || undefined };
  const go = (next: ListSearch) =>
    void navigate({ to: root, search: dropEmpty({ ...kept, ...next }), resetScroll: false });
  const pageViews = usePageViews({
    place: "questions",
    rules: questionSearch.rules,
    given: [{ id: "", name: "All questions", query: "" }],
    search,
    onOpen: ({ id, query }) => go({ ...searchOfView(query, questionSearch.rules), saved: id }),
  });
  const isEmpty = useQuestions(filter).items?.length === 0;
  useShortcut(questionShortcuts.ask, () => void navigate({ ...toAsk, search: kept }));
  const linkTo = (id: string) => <Link {...toQuestion(id)} />;
  return (
    <div className="flex h-full min-h-0">
      <div className="page-pad min-w-0 flex-1 overflow-y-auto">
        <PageHeader
          title="Community FAQs"
          actions={
            <Link {...toAsk} search={kept} className={buttonClass({ variant: "primary" })}>
              <Plus className="size-4" aria-hidden />
              <span className="max-md:sr-only">Ask a Question</span>
            </Link>
          }
        />
        <ViewTabs shown={tab} onChange={(next) => go({ tab: next === "newest" ? undefined : next })} />
        <ViewHint pageViews={pageViews} />
        <ListFilters
          lead={<ViewsMenu pageViews={pageViews} />}
          chosen={chosen}
          onChange={(set) =>
            go({
              ...("text" in set && { text: set.text }),
              ...("tag" in set && { tag: set.tag }),
              ...("departmentId" in set && { department: set.departmentId }),
            })
          }
        >
          {canModerateCommunity(viewer) && (
            <SelectToggle
              isOn={isSelecting}
              disabled={!isSelecting && isEmpty}
              onToggle={() => setIsSelecting(!isSelecting)}
            />
          )}
          <ExportQuestions disabled={isEmpty} filter={filter} />
        </ListFilters>
        <QuestionList
          filter={filter}
          linkTo={linkTo}
          isSelecting={isSelecting}
          ask={
            <Link {...toAsk} search={kept} className={buttonClass({})}>
              Ask a Question
            </Link>
          }
        />
      </div>
      <QuestionRail
        linkTo={linkTo}
        onTag={(tag) => go({ tag })}
        onUnanswered={() => go({ tab: "unanswered" })}
      />
      {isAsking && (
        <AskDialog
          title={textOf(search.title)}
          onClose={() => go({})}
          onAsked={(question) => {
            queryClient.setQueryData(openKey(question.id), question);
            void navigate(toQuestion(question.id));
          }}
          onAnswered={(hit) => void navigate({ to: hit.link })}
        />
      )}
    </div>
  );
}

function dropEmpty(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => Boolean(value)));
}

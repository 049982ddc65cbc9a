import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import type { FaqAnswer } from "@atoll/contract/knowledge/schemas";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { useFaq } from "../../features/knowledge/data/queries.ts";
import { FaqEditor } from "../../features/knowledge/faq/faq-editor.tsx";
import { FaqScreen } from "../../features/knowledge/faq/faq-screen.tsx";
import { countCategories, type FaqView } from "../../features/knowledge/faq/filter-answers.ts";
import { knowledgeShortcuts } from "../../features/knowledge/shortcuts.ts";
import { ExportList } from "../../features/knowledge/transfer/export-list.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import { askLink } from "./ask-link.tsx";
import { SectionFrame } from "./section-frame.tsx";
import { textOf, useSearch, useSectionViews } from "./section-views.ts";

/** /knowledge-base/faq */
export function FaqPage() {
  usePageTitle("FAQ");
  const viewer = useViewer();
  const navigate = useNavigate();
  const search = useSearch();
  const { data } = useFaq();
  const { desk, show } = useSectionViews("faq", "All answers");
  const category = textOf(search.category);
  const view: FaqView =
    search.show === "stale" || search.show === "community"
      ? { kind: search.show }
      : category === ""
        ? { kind: "all" }
        : { kind: "category", name: category };
  const asked = textOf(search.new);
  const [edited, setEdited] = useState<FaqAnswer | "new" | undefined>(
    asked !== "" && canWriteKnowledge(viewer) ? "new" : undefined,
  );
  const canWrite = canWriteKnowledge(viewer);
  useShortcut(knowledgeShortcuts.add, () => canWrite && setEdited("new"));
  const close = () => {
    setEdited(undefined);
    if (search.new !== undefined) void navigate({ to: "/knowledge-base/faq", search: {}, replace: true });
  };
  return (
    <SectionFrame
      actions={
        <>
          <ExportList list={{ kind: "faq", state: "published", trust: "all", owner: "anyone" }} />
          {canWrite && <NewButton label="New Answer" onClick={() => setEdited("new")} />}
        </>
      }
    >
      <ViewHint desk={desk} />
      <FaqScreen
        ask={askLink}
        openId={textOf(search.answer) || undefined}
        onEdit={setEdited}
        view={view}
        words={textOf(search.text).slice(0, 200)}
        onShow={(next) =>
          show({
            ...("words" in next && { text: next.words }),
            ...(next.view && {
              category: next.view.kind === "category" ? next.view.name : undefined,
              show: next.view.kind === "stale" || next.view.kind === "community" ? next.view.kind : undefined,
            }),
          })
        }
        views={<ViewsMenu desk={desk} />}
        start={
          canWrite ? (
            <Button size="sm" onClick={() => setEdited("new")}>
              New Answer
            </Button>
          ) : (
            askLink("", "Ask a question")
          )
        }
      />
      {edited && (
        <FaqEditor
          answer={edited === "new" ? undefined : edited}
          question={asked === "1" ? "" : asked}
          categories={countCategories(data ?? []).map(({ name }) => name)}
          onClose={close}
        />
      )}
    </SectionFrame>
  );
}

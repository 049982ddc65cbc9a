import { ideaStatuses, roadmapStatuses } from "@atoll/contract/ideas/limits";
import { ideaSearch, ideaViewRules } from "@atoll/contract/ideas/list-search";
import { canManageIdeas } from "@atoll/contract/ideas/policy";
import { searchOfView } from "@atoll/contract/saved-views/rules";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useMatch, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Columns3, List, Plus, Rocket, SquareKanban } from "lucide-react";
import { useEffect, useMemo } from "react";
import { usePageViews } from "../../capabilities/saved-views/use-page-views.tsx";
import { ViewHint } from "../../capabilities/saved-views/view-hint.tsx";
import { ViewsMenu } from "../../capabilities/saved-views/views-menu.tsx";
import { IdeaBoard, PeriodFilter } from "../../features/ideas/board/idea-board.tsx";
import type { ShownIdeas } from "../../features/ideas/data/filter.ts";
import { FilterBar } from "../../features/ideas/list/filter-bar.tsx";
import { IdeaList } from "../../features/ideas/list/idea-list.tsx";
import { ShippedIdeas } from "../../features/ideas/list/shipped-ideas.tsx";
import { NewIdeaDialog } from "../../features/ideas/new/new-idea-dialog.tsx";
import { IdeaScreen } from "../../features/ideas/page/idea-screen.tsx";
import { ideaShortcuts } from "../../features/ideas/shortcuts.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { stringifySearch } from "../search-params.ts";
import { ShareButton } from "../sharing/share-button.tsx";

type IdeaTab = "list" | "board" | "roadmap";

/** The ways to look at ideas, each with an address of its own. The filters stay the same. */
function IdeaTabs({
  current,
  search,
}: {
  current: IdeaTab | "shipped";
  search: Readonly<Record<string, string | undefined>>;
}) {
  const navigate = useNavigate();
  return (
    <nav aria-label="Ways to look at ideas">
      <ul className="inline-flex gap-px rounded-sm bg-surface-sunken p-0.5 inset-ring-1 inset-ring-border">
        {tabs.map(({ value, path, label, icon: Icon }) => {
          const href = `${path}${stringifySearch({ ...search })}`;
          return (
            <li key={value}>
              <a
                aria-current={value === current ? "page" : undefined}
                className={cx(tabLook, value === current && onLook)}
                href={href}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  void navigate({ href });
                }}
              >
                <Icon aria-hidden="true" className="size-3.5 max-md:hidden" />
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const tabs: readonly { value: IdeaTab | "shipped"; path: string; label: string; icon: IconType }[] = [
  { value: "list", path: "/ideas", label: "List", icon: List },
  { value: "board", path: "/ideas/board", label: "Board", icon: SquareKanban },
  { value: "roadmap", path: "/ideas/roadmap", label: "Roadmap", icon: Columns3 },
  { value: "shipped", path: "/ideas/shipped", label: "Shipped", icon: Rocket },
];

const tabLook =
  "inline-flex h-6 items-center gap-1.5 rounded-xs px-2.5 font-medium text-muted text-xs hover:text-text max-md:h-9 max-md:px-3";
const onLook = "bg-surface-raised font-semibold text-text shadow-1 ring-1 ring-border";

const toIdea = (ideaId: string) => ({ to: "/ideas/$ideaId", params: { ideaId } }) as const;
const renderLink = (id: string) => <Link {...toIdea(id)} />;

/** /ideas as a list, /ideas/board, /ideas/roadmap, and /ideas/new over the list. */
export function IdeasPage() {
  const path: string = useMatch({ strict: false }).fullPath;
  const tab = path === pathOf.board ? "board" : path === pathOf.roadmap ? "roadmap" : "list";
  return <Overview tab={tab} isNew={path === "/ideas/new"} />;
}

const pathOf = { list: "/ideas", board: "/ideas/board", roadmap: "/ideas/roadmap" } as const;
type IdeaPath = (typeof pathOf)[IdeaTab] | "/ideas/new";

function Overview({ tab, isNew }: { tab: IdeaTab; isNew: boolean }) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const raw = useSearch({ strict: false });
  const shown = useMemo(() => ideaSearch.read({ ...raw }), [raw]);
  const { pageViews, saved } = useIdeaViews(tab, raw);
  const addressOf = (next: ShownIdeas) => ({ ...ideaSearch.write(next), saved });
  usePageTitle(tab === "roadmap" ? "Roadmap" : "Ideas");
  const go = (to: IdeaPath, next: ShownIdeas, replace = false) =>
    void navigate({ to, search: addressOf(next), replace, resetScroll: false });
  const change = (next: ShownIdeas) =>
    // Going back leaves a text, not one letter of it.
    go(isNew ? "/ideas" : pathOf[tab], next, shown.title !== "" && next.title !== shown.title);
  const add = () => go("/ideas/new", shown);
  useShortcut(ideaShortcuts.add, add);
  return (
    <div className={tab === "list" ? "page-pad" : "page-pad flex min-h-full flex-col md:h-full"}>
      <PageHeader
        title="Ideas"
        aside={
          <span data-whole="">
            <IdeaTabs current={tab} search={addressOf(shown)} />
          </span>
        }
        actions={<NewButton label="New Idea" onClick={add} />}
      />
      <ViewHint pageViews={pageViews} />
      {tab === "list" ? (
        <IdeaList
          shown={shown}
          onShownChange={change}
          renderLink={renderLink}
          onNew={add}
          views={<ViewsMenu pageViews={pageViews} />}
        />
      ) : (
        <>
          <FilterBar shown={shown} onChange={change} isBoard lead={<ViewsMenu pageViews={pageViews} />}>
            <PeriodFilter shown={shown} onChange={change} />
            <p className="ml-auto whitespace-nowrap text-faint text-xs max-lg:hidden">
              Voters are notified when a card moves
            </p>
          </FilterBar>
          <IdeaBoard
            key={tab}
            statuses={tab === "board" ? ideaStatuses : roadmapStatuses}
            shown={shown}
            empty={
              <EmptyState
                title="No ideas yet"
                action={
                  <Button icon={Plus} onClick={add}>
                    Post an idea
                  </Button>
                }
              />
            }
            renderLink={renderLink}
            mayMove={(idea) => canManageIdeas(viewer) || idea.owner?.id === viewer.id}
            onList={(status) => go("/ideas", { ...shown, statuses: [status] })}
          />
        </>
      )}
      {isNew && (
        <NewIdeaDialog onClose={() => go("/ideas", shown, true)} onOpen={(id) => void navigate(toIdea(id))} />
      )}
    </div>
  );
}

/** Saved views of ideas, which also say whether it is the list, the board or the roadmap. */
function useIdeaViews(tab: IdeaTab, raw: Readonly<Record<string, unknown>>) {
  const navigate = useNavigate();
  const saved = typeof raw.saved === "string" ? raw.saved : undefined;
  const pageViews = usePageViews({
    place: "ideas",
    rules: ideaViewRules,
    given: [{ id: "", name: "All ideas", query: "" }],
    search: { ...raw, page: tab },
    onOpen: ({ id, query }) => {
      const { page, ...search } = searchOfView(query, ideaViewRules);
      const path = page === "board" || page === "roadmap" ? pathOf[page] : pathOf.list;
      void navigate({ to: path, search: { ...search, saved: id || undefined }, resetScroll: false });
    },
  });
  return { pageViews, saved };
}

/** /ideas/shipped */
export function ShippedPage() {
  const navigate = useNavigate();
  usePageTitle("What shipped");
  const add = () => void navigate({ to: "/ideas/new" });
  useShortcut(ideaShortcuts.add, add);
  return (
    <div className="page-pad">
      <PageHeader
        title="What shipped"
        aside={
          <span data-whole="">
            <IdeaTabs current="shipped" search={{}} />
          </span>
        }
        actions={<NewButton label="New Idea" onClick={add} />}
      />
      <ShippedIdeas renderLink={renderLink} roadmapLink={<Link to="/ideas/roadmap" />} />
    </div>
  );
}

/** /ideas/{id} */
export function IdeaPage() {
  const { ideaId } = useParams({ from: "/workspace/ideas/$ideaId" });
  return isUuid(ideaId) ? <OneIdea key={ideaId} id={ideaId} /> : <MissingScreen />;
}

function OneIdea({ id }: { id: string }) {
  const navigate = useNavigate();
  usePageTitle("Idea");
  // A link to one idea is a place of its own: what was scrolled before is not.
  useEffect(() => {
    document.querySelector("main")?.scrollTo?.(0, 0);
  }, []);
  return (
    <IdeaScreen
      ideaId={id}
      crumbs={
        <Breadcrumbs
          items={[
            { label: "Dashboard", link: <Link to="/dashboard" /> },
            { label: "Ideas", link: <Link to="/ideas" /> },
            { label: "Idea" },
          ]}
        />
      }
      renderLink={renderLink}
      taskAddress={(taskId) => `/tasks/${taskId}`}
      renderActions={({ title, ...idea }) => (
        <ShareButton
          thing={{
            kind: "idea",
            title,
            path: `/ideas/${idea.id}`,
            isPrivate: idea.audience.length > 0 || idea.isHidden,
          }}
        />
      )}
      onMoved={(rootId) => void navigate({ ...toIdea(rootId), replace: true })}
      onClose={() => void navigate({ to: "/ideas" })}
    />
  );
}

import { readingMinutes } from "@atoll/contract/knowledge/outline";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { History, ListChecks, MessageSquareQuote, Users } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { SelectionButton } from "../../../capabilities/comments/threads/selection-button.tsx";
import { useMarkedWords } from "../../../capabilities/comments/threads/use-marked-words.ts";
import { usePartComments } from "../../../capabilities/comments/use-part-comments.ts";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { GuestsMark, ThingGuests } from "../../../capabilities/guests/thing-guests.tsx";
import { LinkingCards } from "../../../capabilities/links/linking-cards.tsx";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { ArticleSettings } from "../article-settings.tsx";
import { keys } from "../data/keys.ts";
import { useArticle } from "../data/queries.ts";
import type { AskLink } from "../shared/ask-link.ts";
import { MetaLine } from "../shared/meta-line.tsx";
import { StillRight } from "../shared/still-right.tsx";
import { daysOverdue, TrustBadge } from "../shared/trust.tsx";
import { useThreadSubjects, useWordThreads, WordThreadsPanel } from "../shared/word-threads.tsx";
import { knowledgeShortcuts } from "../shortcuts.ts";
import { splitArticle } from "../text/split-article.ts";
import { ArticleActions } from "./article-actions.tsx";
import { ArticleBody } from "./article-body.tsx";
import { ConfirmBar } from "./confirm-bar.tsx";
import { Contents, entriesOf } from "./contents.tsx";
import { FactsStrip } from "./facts-strip.tsx";
import { Helpful } from "./helpful.tsx";
import { LinksHere } from "./links-here.tsx";
import { Neighbors, PagesBelow } from "./pages-around.tsx";
import { type Panel, SidePanel } from "./side-panel.tsx";
import { UnplacedWords, WordsOfGone } from "./unplaced-words.tsx";
import { useSinceRead } from "./use-since-read.ts";
import { useNewSteps, WhatChanged } from "./what-changed.tsx";

interface ArticleScreenProps {
  articleId: string;
  crumbs: (article: OpenArticle | undefined) => ReactNode;
  ask: AskLink;
  back: ReactNode;
  onEdit: () => void;
  /** To the draft that is open, to put an earlier version into it. */
  onRestore: (version: number) => void;
}

/** A page of the knowledge base: its text, what is known of it, and what is done with it. */
export function ArticleScreen(props: ArticleScreenProps) {
  const { articleId, crumbs, back } = props;
  const query = useArticle(articleId);
  const [settingsOf, setSettingsOf] = useState<string>();
  const article = query.isMissing ? undefined : query.data;
  return (
    <>
      {article ? (
        <Opened
          key={articleId}
          {...props}
          article={article}
          updatedAt={query.dataUpdatedAt}
          onSettings={() => setSettingsOf(articleId)}
        />
      ) : (
        <Missing query={query} articleId={articleId} crumbs={crumbs} back={back} />
      )}
      {/* Also over a page that the viewer no longer sees: what they typed is still theirs. */}
      {settingsOf === articleId && query.data && (
        <ArticleSettings article={query.data} onClose={() => setSettingsOf(undefined)} />
      )}
    </>
  );
}

interface MissingProps extends Pick<ArticleScreenProps, "articleId" | "crumbs" | "back"> {
  query: ReturnType<typeof useArticle>;
}

function Missing({ query, articleId, crumbs, back }: MissingProps) {
  return (
    <div className="page-pad">
      {crumbs(undefined)}
      {query.isMissing ? (
        <>
          <EmptyState title="This page does not exist, or you cannot see it." action={back}>
            It may have been archived, or is for others.
          </EmptyState>
          <WordsOfGone articleId={articleId} />
        </>
      ) : query.error ? (
        <LoadState query={query} failure="Failed to load this page" />
      ) : (
        <SkeletonGroup label="Loading the page" className="flex max-w-[640px] flex-col gap-6 py-6">
          <Skeleton width="60%" height={26} />
          <Skeleton width="80%" height={12} />
          <SkeletonText lines={8} />
        </SkeletonGroup>
      )}
    </div>
  );
}

interface OpenedProps extends ArticleScreenProps {
  article: OpenArticle;
  /** When the page was fetched: its guests may be others since. */
  updatedAt: number;
  onSettings: () => void;
}

function Opened({ article, updatedAt, crumbs, ask, onEdit, onRestore, onSettings }: OpenedProps) {
  const viewer = useViewer();
  const [panel, setPanel] = useState<Panel | null>(null);
  const [currentStepId, setCurrentStepId] = useState<string>();
  const subject = { kind: "article", id: article.id } as const;
  const comments = usePartComments(subject);
  const since = useSinceRead(article);
  const newStepIds = useNewSteps(article, since);
  const parts = useMemo(() => splitArticle(article.body), [article.body]);
  const entries = useMemo(() => entriesOf(parts), [parts]);
  const text = useRef<HTMLDivElement>(null);
  const subjects = useThreadSubjects(article.id, article.canEdit ? "page and draft" : "page");
  const threads = useWordThreads(subjects, () => setPanel({ kind: "threads" }));
  const words = useMarkedWords(text, threads.marks, threads.activeId, threads.press);
  const commentOnSelected = () => {
    const selected = words.readSelected();
    if (selected) threads.start(selected);
  };
  const toggle = (next: Panel) => setPanel(panel?.kind === next.kind ? null : next);
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-13 flex-none items-center gap-2 border-b px-6 py-2 max-md:px-4 print:hidden">
          <div className="min-w-0 flex-1">{crumbs(article)}</div>
          {article.steps.length > 0 && article.state === "published" && (
            <IconButton
              icon={ListChecks}
              label="Run as checklist"
              aria-pressed={panel?.kind === "run"}
              onClick={() => toggle({ kind: "run" })}
            />
          )}
          {article.version !== null && (
            <IconButton
              icon={History}
              label="Version history"
              aria-pressed={panel?.kind === "versions"}
              onClick={() => toggle({ kind: "versions", compare: null })}
            />
          )}
          {(article.version !== null || threads.shown.threads.length > 0) && (
            <IconButton
              icon={MessageSquareQuote}
              label="Comments on words"
              aria-pressed={panel?.kind === "threads"}
              badge={threads.openCount > 0 && <Count value={threads.openCount} label="open" ringed />}
              onClick={() => toggle({ kind: "threads" })}
            />
          )}
          {article.canSeeReaders && article.version !== null && (
            <IconButton
              icon={Users}
              label="Who has read it"
              aria-pressed={panel?.kind === "readers"}
              onClick={() => toggle({ kind: "readers" })}
            />
          )}
          <ArticleActions article={article} onEdit={onEdit} onSettings={onSettings} />
        </header>
        <div className="@container min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex max-w-[880px] gap-8 px-6 py-6 max-md:px-4">
            {entries.length > 1 && (
              // Next to the tree and a panel, the text needs the room.
              <div className="@max-[672px]:hidden w-[152px] flex-none max-xl:hidden">
                <Contents entries={entries} />
              </div>
            )}
            <article className="flex min-w-0 max-w-[640px] flex-1 flex-col gap-4">
              <AsOf queryKey={keys.open(article.id)} />
              <div>
                <h1 className="type-page outline-none wrap-anywhere" tabIndex={-1}>
                  {article.title || "Without a title yet"}
                </h1>
                {article.summary && <p className="mt-1 text-md text-muted text-pretty">{article.summary}</p>}
              </div>
              <GuestsMark hasGuests={article.hasGuests} />
              <Standing article={article} />
              {since && (
                <WhatChanged
                  article={article}
                  since={since}
                  onCompare={() => setPanel({ kind: "versions", compare: since.version })}
                />
              )}
              <div ref={text}>
                <ArticleBody
                  parts={parts}
                  viewerId={viewer.id}
                  currentStepId={panel?.kind === "run" ? currentStepId : undefined}
                  newStepIds={newStepIds}
                  newLabel={`New in ${article.version}`}
                  comments={comments}
                />
                {article.body === "" && (
                  <p className="text-muted">
                    {article.version === null ? "This page is not published yet." : "This page has no text."}
                  </p>
                )}
              </div>
              {article.files.length > 0 && (
                <section aria-label="Attachments">
                  <h2 className="font-semibold text-sm">Attachments</h2>
                  <Attachments attachments={article.files} />
                </section>
              )}
              {article.state === "published" && <Helpful article={article} />}
              {article.kind === "article" && <PagesBelow articleId={article.id} />}
              <LinksHere articleId={article.id} />
              <LinkingCards area="knowledge" thing={subject} />
              {article.kind === "article" && <Neighbors articleId={article.id} />}
              <div className="flex flex-col gap-4 print:hidden">
                <ThingGuests {...subject} version={updatedAt} heading="h2" choosesComments />
                <Comments
                  subject={subject}
                  about={comments.about}
                  onWhole={() => comments.setAbout(undefined)}
                  hasGuests={article.hasGuests === true}
                />
              </div>
            </article>
          </div>
        </div>
        {threads.shown.mayComment && (
          <SelectionButton root={text} shortcut={knowledgeShortcuts.comment} onComment={commentOnSelected} />
        )}
        <UnplacedWords article={article} onEdit={onEdit} />
        <ConfirmBar article={article} askLink={ask(`About “${article.title}”: `)} />
      </div>
      {panel && (
        <SidePanel
          {...{ article, panel, onRestore }}
          onClose={() => setPanel(null)}
          onCurrentStep={setCurrentStepId}
          onRestored={onEdit}
          threads={
            <WordThreadsPanel
              subject={subject}
              threads={threads}
              places={words.places}
              onShow={words.show}
              onClose={() => setPanel(null)}
            />
          }
        />
      )}
    </div>
  );
}

/** Facts about the page: a strip for procedures, a line for other pages. */
function Standing({ article }: { article: OpenArticle }) {
  const overdue = daysOverdue(article, new Date()) !== null;
  return (
    <>
      {article.kind === "sop" && article.version !== null ? (
        <FactsStrip article={article} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {article.state !== "published" && <Badge tone="outline">{stateNames[article.state]}</Badge>}
          {article.version !== null && <TrustBadge article={article} withAge />}
          <MetaLine
            parts={[
              authorName(article.owner),
              article.version !== null && `Version ${article.version}`,
              article.words > 0 && `${readingMinutes(article.words)} min read`,
              article.category,
              ...article.tags,
            ]}
          />
        </div>
      )}
      {overdue && article.canEdit && article.state === "published" && (
        <p className="flex flex-wrap items-center gap-3 rounded-lg bg-warning-soft px-4 py-2 text-warning-text print:hidden">
          <span className="min-w-0 flex-1">
            This page is due for review. Read it, then confirm that it is still right.
          </span>
          <StillRight article={article} />
        </p>
      )}
    </>
  );
}

const stateNames = { draft: "Draft", review: "In review", published: "Published", archived: "Archived" };

import type { ArticleDraft, OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Eye, History, MessageSquareQuote, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { DocumentEditor } from "../../../capabilities/documents/document-editor.tsx";
import { countPeople } from "../../../lib/counted.ts";
import { useHasRoomBeside } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { discardDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { SideFrame } from "../shared/side-frame.tsx";
import {
  ReadersSelection,
  useThreadSubjects,
  useWordThreads,
  WordThreadsPanel,
} from "../shared/word-threads.tsx";
import { VersionsPanel } from "../versions/versions-panel.tsx";
import { ApprovalBar } from "./approval-bar.tsx";
import { DraftLead } from "./draft-lead.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { PrivateBar } from "./private-bar.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";

export interface DraftActions {
  /** The version whose text the viewer wants to put into the draft; null: none. */
  restore: number | null;
  onRestore: (version: number | null) => void;
  /** To the page as its readers see it. */
  onRead: () => void;
  /** The article went with its draft. */
  onGone: () => void;
}

interface OpenDraftProps extends DraftActions {
  article: OpenArticle;
  draft: ArticleDraft;
  crumbs: ReactNode;
  onJoin: () => void;
  isJoining: boolean;
  /** Opens the form that publishes or submits the draft. */
  onPublish: () => void;
  /** Opens the form that asks for changes. */
  onRefuse: () => void;
}

/** An open draft: its text next to its versions, and the ways to publish, restore and discard it. */
export function OpenDraft(props: OpenDraftProps) {
  const { article, draft, crumbs, onJoin, isJoining, restore, onRestore, onRead, onGone } = props;
  const { onPublish, onRefuse } = props;
  const queryClient = useQueryClient();
  const [isPreviewing, setPreviewing] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const [replacement, setReplacement] = useState<string>();
  const hasRoom = useHasRoomBeside();
  const [wantsHistory, setWantsHistory] = useState<boolean>();
  const [showsThreads, setShowsThreads] = useState(false);
  // Where it would cover the text, or has nothing to compare, it waits to be opened.
  const showsHistory = !showsThreads && (wantsHistory ?? (hasRoom && article.version !== null));
  const text = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<ReadonlyMap<string, number> | null>(null);
  const [wantedWords, setWantedWords] = useState<{ id: string } | null>(null);
  const subjects = useThreadSubjects(article.id, "draft");
  const threads = useWordThreads(subjects, () => setShowsThreads(true));
  const onComment = threads.shown.mayComment ? threads.start : undefined;
  const discard = useMutation({
    mutationFn: () => discardDraft(article.id),
    onSuccess() {
      setDiscarding(false);
      notify.success("Draft discarded. It can be restored from Deleted drafts for 30 days.");
      queryClient.removeQueries({ queryKey: keys.draft(article.id) });
      void queryClient.invalidateQueries({ queryKey: ["knowledge"] });
      if (article.version === null) onGone();
      else onRead();
    },
  });
  // The text that was loaded with the draft is as old as the page.
  useEffect(() => {
    if (showsHistory) void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
  }, [showsHistory, queryClient, article.id]);
  const [hasJoined, setJoined] = useState(false);
  const join = () => {
    setJoined(true);
    onJoin();
  };
  const preview = () => {
    void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
    setPreviewing(true);
  };
  const takeText = (state: string) => {
    setReplacement(state);
    if (!hasRoom) setWantsHistory(false);
  };
  const showReplaced = (isReplaced: boolean) => {
    setReplacement(undefined);
    onRestore(null);
    if (isReplaced) notify.success(`Version ${restore} is in the draft. Undo takes it back.`);
    else
      notify.error("Reload this page to restore this version: it was written with a newer version of Atoll.");
  };
  const viewer = useViewer();
  // The same people as the server notifies.
  const others = [
    ...new Map([article.owner, ...draft.editors].map((person) => [person.id, person])).values(),
  ].filter(({ id }) => id !== viewer.id);
  const next = (article.version ?? 0) + 1;
  const needsApproval = article.kind === "sop";
  return (
    <div ref={text} className="flex h-full min-h-0">
      <DocumentEditor
        threads={{
          ...{ threads: threads.marks, activeId: threads.activeId, wanted: wantedWords },
          // The panel would move the text under the pointer: a click while it is closed only places the caret.
          ...{ onPress: (id) => showsThreads && threads.press(id), onComment },
          onPlaces: (ids) => setPlaces(new Map(ids.map((id, index) => [id, index]))),
        }}
        subject={{ kind: "article", id: article.id }}
        mayWrite={article.canEdit && draft.isWriter}
        focusesText={hasJoined}
        replacement={replacement}
        onReplaced={showReplaced}
        // An edit voids an approval, and is another text than the one that is approved or compared.
        onStored={() => {
          if (draft.state !== "writing" || showsHistory)
            void queryClient.invalidateQueries({ queryKey: keys.draft(article.id) });
        }}
        placeholder={needsApproval ? "Write the steps, or type / to insert one" : undefined}
        renderHeader={({ status, isOver, coEditors }) => (
          <>
            <header className="flex min-h-13 flex-none flex-wrap items-center gap-2 border-b px-6 py-2 max-md:px-4">
              <div className="min-w-0">{crumbs}</div>
              <Badge tone="outline">{draftNames[draft.state](next)}</Badge>
              <span className="text-muted text-xs">{status}</span>
              <span className="ml-auto flex items-center gap-2">
                {coEditors}
                <Button size="sm" variant="ghost" icon={Eye} onClick={preview}>
                  Preview
                </Button>
                <IconButton
                  icon={article.version === null ? X : BookOpen}
                  label={article.version === null ? "Close" : "Published page"}
                  onClick={onRead}
                />
                <IconButton
                  icon={History}
                  label="Version history"
                  pressed={showsHistory}
                  onClick={() => {
                    setShowsThreads(false);
                    setWantsHistory(!showsHistory);
                  }}
                />
                <IconButton
                  icon={MessageSquareQuote}
                  label="Comments on words"
                  pressed={showsThreads}
                  badge={threads.openCount > 0 && <Count value={threads.openCount} label="open" ringed />}
                  onClick={() => setShowsThreads(!showsThreads)}
                />
                {article.canEdit && !isOver && (
                  <IconButton icon={Trash2} label="Discard draft" onClick={() => setDiscarding(true)} />
                )}
                {article.canEdit && draft.isWriter && !isOver && (
                  <Button
                    variant={draft.state === "review" ? "secondary" : "primary"}
                    size="sm"
                    onClick={onPublish}
                  >
                    {!needsApproval || draft.state === "approved"
                      ? "Publish"
                      : draft.state === "review"
                        ? "Change approver"
                        : "Submit for approval"}
                  </Button>
                )}
              </span>
            </header>
            <section
              aria-label="Approval"
              tabIndex={-1}
              className="flex flex-none flex-col gap-2 p-3 outline-none empty:hidden"
            >
              {!article.isShared && <PrivateBar article={article} />}
              {!isOver && <ApprovalBar article={article} draft={draft} onRefuse={onRefuse} />}
              {article.canEdit && !draft.isWriter && !isOver && (
                <InlineAlert
                  tone="info"
                  action={
                    <Button size="sm" loading={isJoining} onClick={join}>
                      Write in this draft
                    </Button>
                  }
                >
                  {needsApproval
                    ? "You are reading this draft. If you write in it, someone else has to approve it."
                    : "You are reading this draft."}
                </InlineAlert>
              )}
            </section>
          </>
        )}
        lead={<DraftLead draft={draft} kind={article.kind} />}
        foot={
          needsApproval && (
            <span className="text-muted text-xs">
              {[
                draft.state !== "approved" &&
                  (draft.reviewer
                    ? `${draft.reviewer.name} is asked to approve it`
                    : "Needs someone else's approval"),
                draft.mustRead && `Must be read by ${countPeople(draft.readerCount)}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          )
        }
      />
      {!draft.isWriter && onComment && <ReadersSelection root={text} onComment={onComment} />}
      {showsThreads && (
        <SideFrame title="Comments on words" icon={MessageSquareQuote} onClose={() => setShowsThreads(false)}>
          <WordThreadsPanel
            subject={{ kind: "article-draft", id: article.id }}
            threads={threads}
            places={places}
            onShow={(id) => setWantedWords({ id })}
            onClose={() => setShowsThreads(false)}
          />
        </SideFrame>
      )}
      {showsHistory && (
        <SideFrame title="Version history" icon={History} isWide onClose={() => setWantsHistory(false)}>
          <div className="flex flex-col gap-6">
            <VersionsPanel article={article} draft={draft} onRestored={onRead} onRestore={onRestore} />
            <Comments subject={{ kind: "article", id: article.id }} isBrief />
          </div>
        </SideFrame>
      )}
      {restore !== null && article.canEdit && replacement === undefined && (
        <RestoreDialog
          article={article}
          draft={draft}
          number={restore}
          onClose={() => onRestore(null)}
          onText={takeText}
        />
      )}
      {isPreviewing && (
        <PreviewDialog
          draft={draft}
          title={`Preview of version ${next}`}
          onClose={() => setPreviewing(false)}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          onClose={() => setDiscarding(false)}
          title="Discard this draft?"
          verb="Discard"
          tone="danger"
          loading={discard.isPending}
          error={discard.error ? errorMessage(discard.error) : undefined}
          onConfirm={() => discard.mutate()}
        >
          {article.version === null
            ? "The page was never published, so it is deleted with its draft."
            : "The published version stays. Changes made since then are lost."}{" "}
          {others.length > 0 && `${others.map(({ name }) => name).join(", ")} will be notified. `}
          It can be restored from Deleted drafts for 30 days.
        </ConfirmDialog>
      )}
    </div>
  );
}

const draftNames = {
  writing: (version: number) => `Draft of version ${version}`,
  review: (version: number) => `Version ${version} waits for approval`,
  approved: (version: number) => `Version ${version} is approved`,
};

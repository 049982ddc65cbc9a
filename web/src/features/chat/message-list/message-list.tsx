import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { isLong } from "../message/long-message.tsx";
import { MemoMessage } from "../message/memo-message.tsx";
import { MessageDialogs } from "../message/message-dialogs.tsx";
import type { MessageRow } from "../message/message-rows.ts";
import { useLongPress } from "../message/use-long-press.ts";
import type { MessageWork } from "../message/use-message-work.ts";
import { useChat } from "../session/chat-provider.tsx";
import type { RowTarget } from "../session/row-target.ts";
import { JumpToNew } from "./jump-to-new.tsx";
import { MoreMessages } from "./more-messages.tsx";
import { useMoreMessages } from "./use-more-messages.ts";
import { useRowWindow, type View } from "./use-row-window.ts";

export interface MessageListProps {
  channelId: string;
  /** At least one, unless older ones can be loaded. */
  rows: readonly MessageRow[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Arrived while the end was out of sight. */
  unread: number;
  /** The message of a link. It is highlighted, and scrolled into view whenever it changes. */
  targetId: string | null;
  /** Loads the first new message, if it is not loaded. Null otherwise. */
  onFirstNew: (() => Promise<void>) | null;
  /** False if the link leads to a reply, which gets the focus in the thread. */
  focusesTarget: boolean;
  /** Has the newest messages loaded, and forgets the link. */
  onLatest: () => void;
  onAtEndChange: (isAtEnd: boolean) => void;
  work: MessageWork;
}

/** Loads the adjacent page this far before the end of the window, so that it is there when it is reached. */
const loadAheadPx = 2400;

/** The messages, of which only those near the view are rendered. The list stays at its end while the end is visible. */
export function MessageList(props: MessageListProps) {
  const { channelId, rows, hasOlder, hasNewer, unread, targetId, focusesTarget, onFirstNew, onLatest, work } =
    props;
  const { streams, places } = useChat();
  const older = useMoreMessages(channelId, "older", hasOlder);
  const newer = useMoreMessages(channelId, "newer", hasNewer);
  const [active, setActive] = useState<string | null>(null);
  const indexOf = (id: string | null | undefined) => (id ? rows.findIndex((row) => row.id === id) : -1);
  const activeIndex = indexOf(active);
  const editedId = work.editing?.message.id ?? null;
  const newId = rows.find(({ startsNew }) => startsNew)?.id;
  const [start] = useState(() => startOf(targetId, focusesTarget) ?? places.get(channelId) ?? null);
  const view = useRowWindow({
    rows,
    isLive: !hasNewer,
    start: start && indexOf(start.id) !== -1 ? start : null,
    kept: [activeIndex, indexOf(editedId)].filter((index) => index !== -1),
    markId: newId,
    estimate: estimateHeight,
    onView: loadMore,
    onLeave: (place) => places.set(channelId, place),
  });

  function loadMore({ above, below }: View) {
    if (above < loadAheadPx) older.load();
    if (below < loadAheadPx) newer.load();
    streams.trim(channelId, above > below ? "older" : "newer");
  }
  const hasTarget = indexOf(targetId) !== -1;
  const show = useEffectEvent((target: RowTarget | null) => target && view.show(target));
  useLayoutEffect(() => {
    if (hasTarget) show(startOf(targetId, focusesTarget));
  }, [hasTarget, targetId, focusesTarget]);
  // A key in the composer may begin the change of a message that is out of sight.
  useLayoutEffect(() => {
    if (editedId !== null) show({ id: editedId, align: "nearest" });
  }, [editedId]);
  const [isGoingToNew, setIsGoingToNew] = useState(false);
  useLayoutEffect(() => {
    if (!isGoingToNew || newId === undefined) return;
    setIsGoingToNew(false);
    show(startOf(newId));
  }, [isGoingToNew, newId]);
  function goToNew() {
    setIsGoingToNew(true);
    if (newId !== undefined) return;
    onFirstNew?.().catch((error: unknown) => {
      setIsGoingToNew(false);
      notify.error(errorMessage(error));
    });
  }
  const lastRow = rows.at(-1);
  const ownNewId = lastRow?.item.kind === "pending" ? lastRow.id : null;
  const toEnd = useEffectEvent(() => view.toEnd());
  useLayoutEffect(() => {
    if (ownNewId !== null) toEnd();
  }, [ownNewId]);
  useEffect(() => props.onAtEndChange(view.isAtEnd), [view.isAtEnd, props.onAtEndChange]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || !(event.target instanceof HTMLElement) || event.target.dataset.message === undefined)
      return;
    const now = indexOf(event.target.dataset.message);
    const item = rows[now]?.item;
    if (event.key === "ArrowRight" && work.openThread && item?.kind === "message") {
      event.preventDefault();
      work.openThread(item.message);
      return;
    }
    const targets: Record<string, number> = { ArrowUp: now - 1, ArrowDown: now + 1, End: rows.length - 1 };
    const row = rows[targets[event.key] ?? -1];
    if (!row) return;
    event.preventDefault();
    setActive(row.id);
    view.show({ id: row.id, align: "nearest", focus: true });
  }

  return (
    <div ref={work.list} className="relative min-h-0 flex-1" {...useLongPress()}>
      <div
        ref={view.container}
        role="feed"
        aria-label="Messages"
        aria-busy={older.isLoading || newer.isLoading}
        // A separate compositing layer: content that scrolls over another background is repainted at every step.
        className="flex size-full flex-col overflow-y-auto overscroll-contain bg-surface pb-1 [overflow-anchor:none]"
        onScroll={view.onScroll}
        onKeyDown={onKeyDown}
        onFocus={(event) =>
          setActive(event.target.closest<HTMLElement>("[data-message]")?.dataset.message ?? null)
        }
      >
        <div className="flex-1" />
        <div ref={view.content} className="flow-root flex-none">
          {view.pieces.map((piece) => {
            const row = piece.kind === "row" ? rows[piece.index] : undefined;
            if (piece.kind === "gap")
              return (
                <div key={`before ${piece.before}`} style={{ height: piece.height }} aria-hidden="true" />
              );
            return (
              row && (
                <MemoMessage
                  key={row.id}
                  row={row}
                  isTabStop={activeIndex === -1 ? row.id === lastRow?.id : row.id === active}
                  isMarked={row.id === targetId}
                  work={work}
                />
              )
            );
          })}
        </div>
      </div>
      <MoreMessages state={older} side="older" />
      <MoreMessages state={newer} side="newer" />
      {(newId === undefined ? onFirstNew !== null : view.isMarkAbove) && !older.isLoading && (
        <JumpToNew onJump={goToNew} />
      )}
      {(view.isFarFromEnd || (unread > 0 && !view.isAtEnd)) && (
        <JumpToLatest
          unread={unread}
          onJump={() => {
            if (hasNewer) onLatest();
            view.toEnd();
          }}
        />
      )}
      <MessageDialogs work={work} rows={rows} />
    </div>
  );
}

function startOf(id: string | null, focus = true): RowTarget | null {
  return id === null ? null : { id, align: "center", focus };
}

/**
 * Estimates the height of a row that was never rendered, in pixels, rather too low: scrolling corrects the difference,
 * which is impossible at the top of the list if the estimate was too high.
 */
function estimateHeight({ item, isFollowUp, startsDay, startsNew }: MessageRow): number {
  const { content } = item.kind === "message" ? item.message : item.entry.body;
  let height = isFollowUp ? 4 : 28;
  for (const line of content.split("\n"))
    height += line === "" ? 6 : 20 * (1 + Math.floor(line.length / 120));
  if (isLong(content)) height = Math.min(height, 400);
  if (startsDay) height += 32;
  if (startsNew) height += 24;
  if (item.kind === "pending" || item.message.removed) return height;
  const { attachments, reactions, thread } = item.message;
  if (attachments.length > 0) height += attachments.some((file) => (file.height ?? 0) > 200) ? 200 : 48;
  if (reactions.length > 0) height += 28;
  if (thread) height += 32;
  return height;
}

/** A button that scrolls to the newest message, with the number of messages that have arrived. */
function JumpToLatest({ unread, onJump }: { unread: number; onJump: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button size="sm" icon={ArrowDown} className="pointer-events-auto shadow-3" onClick={onJump}>
        Jump to latest
        {unread > 0 && <Count value={unread} tone="unread" label="new" className="ml-2" />}
      </Button>
    </div>
  );
}

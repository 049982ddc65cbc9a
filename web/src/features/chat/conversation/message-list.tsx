import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { JumpToLatest } from "./jump-to-latest.tsx";
import type { MessageRow } from "./message-rows.ts";
import { MessageView } from "./message-view.tsx";
import { OlderMessages } from "./older-messages.tsx";
import { useMessageWork } from "./use-message-work.ts";
import { useOlderMessages } from "./use-older-messages.ts";
import { usePinnedScroll } from "./use-pinned-scroll.ts";
import { useShift } from "./use-shift.ts";

export interface MessageListProps {
  channelId: string;
  /** At least one, unless older ones can be loaded. */
  rows: readonly MessageRow[];
  hasOlder: boolean;
  /** Arrived while the end was out of sight. */
  unread: number;
  onAtEndChange: (isAtEnd: boolean) => void;
}

/** Load the page before this far from the top, so that it is there when it is reached. */
const loadAheadPx = 800;

/** The messages, only those near the view in the page. It holds on to its end while the end is in view. */
export function MessageList({ channelId, rows, hasOlder, unread, onAtEndChange }: MessageListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const shift = useShift(rows);
  const pin = usePinnedScroll(list, rows);
  const older = useOlderMessages(channelId, hasOlder);
  const work = useMessageWork();
  const [active, setActive] = useState<string | null>(null);
  const indexOf = (id: string | null | undefined) => rows.findIndex((row) => row.id === id);
  const activeIndex = indexOf(active);
  const kept = [activeIndex, indexOf(work.editing?.message.id)].filter((index) => index !== -1);

  useEffect(() => onAtEndChange(pin.isAtEnd), [pin.isAtEnd, onAtEndChange]);
  /** What is above the view: at the end of a list that is not laid out yet, that is all of it but a view. */
  function loadWhenNearTop() {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    const above = pin.isAtEnd ? handle.scrollSize - handle.viewportSize : handle.scrollOffset;
    if (above < loadAheadPx) older.load();
  }
  // Also when nobody scrolls: what is loaded may not fill the view.
  useLayoutEffect(loadWhenNearTop);

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.message === undefined) return;
    const now = indexOf(event.target.dataset.message);
    const targets: Record<string, number> = { ArrowUp: now - 1, ArrowDown: now + 1, End: rows.length - 1 };
    const next = targets[event.key];
    const row = next === undefined ? undefined : rows[next];
    if (next === undefined || !row) return;
    event.preventDefault();
    setActive(row.id);
    list.current?.scrollToIndex(next, { align: "nearest" });
    // The row may not be in the page before the next frame.
    requestAnimationFrame(() => focusRow(container.current, row.id));
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={container}
        role="feed"
        aria-label="Messages"
        aria-busy={older.isLoading}
        className="flex size-full flex-col overflow-y-auto overscroll-contain pb-1 [overflow-anchor:none]"
        {...pin.hand}
        onKeyDown={onKeyDown}
        onFocus={(event) =>
          setActive(event.target.closest<HTMLElement>("[data-message]")?.dataset.message ?? null)
        }
      >
        <div className="flex-1" />
        <Virtualizer
          ref={list}
          data={rows}
          shift={shift}
          keepMounted={kept}
          onResize={() => {
            pin.onResize();
            loadWhenNearTop();
          }}
          onScroll={(offset) => {
            pin.onScroll(offset);
            loadWhenNearTop();
          }}
        >
          {(row, index) => (
            <MessageView
              key={row.id}
              row={row}
              isTabStop={activeIndex === -1 ? index === rows.length - 1 : row.id === active}
              work={work}
            />
          )}
        </Virtualizer>
      </div>
      <OlderMessages state={older} />
      {pin.isFarFromEnd && <JumpToLatest unread={unread} onJump={pin.jump} />}
      <ConfirmDialog
        open={work.deleting !== null}
        onOpenChange={(open) => !open && work.cancel()}
        title="Delete this message?"
        verb="Delete"
        loading={work.isBusy}
        error={work.error ?? undefined}
        onConfirm={() => void work.confirmDelete()}
      >
        It disappears for everyone, and cannot be brought back.
      </ConfirmDialog>
    </div>
  );
}

function focusRow(container: HTMLElement | null, id: string): void {
  container?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus();
}

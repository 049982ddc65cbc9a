import "../canvas/board.css";
import { canvasMaxZoom, canvasMinZoom } from "@atoll/contract/documents/canvas-limits";
import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { freshLink } from "../../../capabilities/files/links/attachment-links.ts";
import { useCloseByBack } from "../../../ui/base/close-by-back.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { type BoardDialog, useBoardStore } from "../canvas/board-store.tsx";
import { clampPoint } from "../canvas/geometry.ts";
import { framesInOrder } from "../canvas/groups.ts";
import { createOwnPointer } from "../canvas/others/own-pointer.ts";
import { BoardScene, sceneBox } from "./board-scene.tsx";

export interface ShowBoardProps {
  dialog: Extract<BoardDialog, { kind: "present" | "print" }>;
  onClose: () => void;
}

/** Presents a board, or prints it. */
export function ShowBoard({ dialog, onClose }: ShowBoardProps) {
  return dialog.kind === "present" ? (
    <PresentBoard onClose={onClose} />
  ) : (
    <PrintBoard isByFrame={dialog.isByFrame} onClose={onClose} />
  );
}

/** The bar below what is presented. */
const barHeight = 48;
/** A press that moves farther than this turns the page; one that moves less than that is a click. */
const swipeDistance = 40;
const clickDistance = 8;

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  Enter: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Backspace: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The frames of a board one by one, over the whole screen. People who follow the viewer see each of them. */
function PresentBoard({ onClose }: Pick<ShowBoardProps, "onClose">) {
  const { board, snapshot, document: shared } = useBoardStore();
  const frames = framesInOrder(snapshot.items, board.session.frameOrder);
  const [shown, setShown] = useState({ id: frames[0]?.id, index: 0 });
  const popup = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const size = useSyncExternalStore(onResize, windowSize);
  const [width = 0, height = 0] = size.split(" ").map(Number);
  useCloseByBack(true, onClose);
  useFullScreen(onClose);
  // A frame that was deleted makes room for the one after it.
  const found = frames.findIndex(({ id }) => id === shown.id);
  const index = found >= 0 ? found : Math.max(0, Math.min(shown.index, frames.length - 1));
  const frame = frames[index];
  const count = Math.max(1, frames.length);
  const name = frame ? frame.element.text.trim() || "Unnamed group" : board.title;
  const box = sceneBox(snapshot.items, frame);

  const [pointer] = useState(() => createOwnPointer(shared));
  useEffect(() => () => pointer.leave(), [pointer]);
  const zoom = Math.min(width / box.width, (height - barHeight) / box.height);
  const [x, y] = clampPoint([box.x + box.width / 2, box.y + box.height / 2]);
  const seenZoom = Math.max(canvasMinZoom, Math.min(canvasMaxZoom, zoom));
  useEffect(() => pointer.point({ at: null, view: { x, y, zoom: seenZoom } }), [pointer, x, y, seenZoom]);

  function move(step: number): void {
    const next = Math.max(0, Math.min(count - 1, index + step));
    setShown({ id: frames[next]?.id, index: next });
    // The button that was pressed may be of no use at the new place, and would take the focus with it.
    popup.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    const isButton =
      event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter");
    if (step === undefined || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(step);
  }
  function onPointerUp({ clientX, clientY }: PointerEvent): void {
    const from = pressed.current;
    pressed.current = null;
    if (!from) return;
    const [dx, dy] = [clientX - from.x, clientY - from.y];
    if (Math.hypot(dx, dy) < clickDistance) move(1);
    else if (Math.abs(dx) > swipeDistance && Math.abs(dx) > Math.abs(dy)) move(dx < 0 ? 1 : -1);
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-modal flex flex-col bg-surface text-text outline-none"
        >
          <Dialog.Title className="sr-only">{`Presentation of ${board.title}`}</Dialog.Title>
          <div
            className="grid min-h-0 flex-1 touch-none select-none place-items-center overflow-hidden"
            onPointerDown={(event) => {
              if (event.button === 0) pressed.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerUp={onPointerUp}
            onPointerCancel={() => {
              pressed.current = null;
            }}
          >
            <BoardScene box={box} width={width} height={Math.max(1, height - barHeight)} />
          </div>
          <div
            className="flex flex-none items-center gap-1 border-t bg-surface-raised px-3"
            style={{ height: barHeight }}
          >
            <p role="status" className="min-w-0 flex-1 truncate text-sm">
              <span className="font-semibold">{name}</span>
              <span className="ml-2 text-muted">
                {index + 1} of {count}
              </span>
            </p>
            <IconButton icon={ChevronLeft} label="Previous" disabled={index === 0} onClick={() => move(-1)} />
            <IconButton
              icon={ChevronRight}
              label="Next"
              disabled={index === count - 1}
              onClick={() => move(1)}
            />
            <IconButton icon={X} label="End the presentation" onClick={onClose} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Shows the page on the whole screen, where the browser lets it, and calls back when the browser ends that. */
function useFullScreen(onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    let isFull = false;
    const onChange = () => {
      if (document.fullscreenElement) isFull = true;
      else if (isFull) end();
    };
    document.addEventListener("fullscreenchange", onChange);
    // Without it, the presentation fills the window.
    document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
const windowSize = () => `${window.innerWidth} ${window.innerHeight}`;

/** A page that fits on A4 and Letter, sideways, within its margins: in pixels of 1/96 inch. */
const page = { width: 960, height: 670 };
/** Images that come no sooner are left out of the print. */
const patienceMs = 10_000;

/** A board on paper: a page for each frame, or all of it on one. It is gone once the browser's dialog has closed. */
function PrintBoard({ isByFrame, onClose }: { isByFrame: boolean; onClose: () => void }) {
  const { board, snapshot } = useBoardStore();
  const queryClient = useQueryClient();
  const sheet = useRef<HTMLDivElement>(null);
  const [areLinksThere, setLinksThere] = useState(false);
  const frames = isByFrame ? framesInOrder(snapshot.items, board.session.frameOrder) : [];
  const pages = frames.length > 0 ? frames : [undefined];
  const done = useEffectEvent(onClose);
  const fileIds = useEffectEvent(() =>
    [...snapshot.items.values()].flatMap(({ element }) => (element.kind === "image" ? element.fileId : [])),
  );
  useEffect(() => {
    let isGone = false;
    // An image that the viewer may not see has no link, and is not waited for.
    void Promise.allSettled(fileIds().map((id) => freshLink(queryClient, id))).then(() => {
      if (!isGone) setLinksThere(true);
    });
    return () => {
      isGone = true;
    };
  }, [queryClient]);
  useEffect(() => {
    if (!areLinksThere) return undefined;
    let isGone = false;
    const onPrinted = () => done();
    window.addEventListener("afterprint", onPrinted);
    const images = [...(sheet.current?.querySelectorAll("img") ?? [])].map((image) => image.decode());
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    void Promise.race([Promise.allSettled([...images, document.fonts.ready]), patience]).then(() => {
      if (!isGone) window.print();
    });
    return () => {
      isGone = true;
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [areLinksThere]);
  return createPortal(
    <div ref={sheet} className="board-print" aria-hidden="true" data-ready={areLinksThere || undefined}>
      {pages.map((frame) => (
        <div key={frame?.id ?? "board"} className="board-print-page">
          <BoardScene box={sceneBox(snapshot.items, frame)} width={page.width} height={page.height} />
        </div>
      ))}
    </div>,
    document.body,
  );
}

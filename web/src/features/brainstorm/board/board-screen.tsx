import { canLeadBoard, canTakePart, canWriteCanvas } from "@atoll/contract/brainstorm/policy";
import type { BoardNote, BoardVotes, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import type { CanvasView } from "@atoll/contract/documents/canvas";
import { ReactFlowProvider } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { TextsOf } from "../../../capabilities/documents/chrome/left-texts.tsx";
import type { SharedDocument } from "../../../capabilities/documents/sharing/document-status.ts";
import {
  useDocumentSnapshot,
  useSharedDocument,
} from "../../../capabilities/documents/use-shared-document.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { createBoardActions } from "../canvas/actions.ts";
import { type BoardCanvas, canvasContent, openBoardCanvas } from "../canvas/board-canvas.ts";
import { BoardFlow } from "../canvas/board-flow.tsx";
import {
  type BoardDialog,
  type BoardStore,
  BoardStoreProvider,
  type NoteStore,
  NoteStoreProvider,
} from "../canvas/board-store.tsx";
import { partsOf } from "../data/parts-of.ts";
import { useBoard, useBoardCache, useNotes, usePrivateNotes, useVotes } from "../data/use-board.ts";
import { BoardDialogs, type BoardDialogsProps } from "../dialogs/board-dialogs.tsx";
import { BoardList } from "../list/board-list.tsx";
import { NotesLeftBehind } from "../workshop/keep-notes.tsx";
import { PhaseBar } from "../workshop/phase-bar.tsx";
import { phaseNameOn } from "../workshop/phase-names.ts";
import { PhoneBar } from "../workshop/phone-bar.tsx";
import { PrivateNotes } from "../workshop/private-notes.tsx";
import { BoardHead } from "./board-head.tsx";
import { BoardNotice } from "./board-notice.tsx";
import { usePeopleOfBoard } from "./use-people-of-board.ts";

export interface BoardScreenProps extends Omit<BoardDialogsProps, "dialog"> {
  boardId: string;
  /** The element that the address names. */
  noteId: string | null;
  isList: boolean;
  onListChange: (isList: boolean) => void;
  renderCrumbs: (title: string) => ReactNode;
}

/** A board: its canvas or its list, with the workshop around it. */
export function BoardScreen(props: BoardScreenProps) {
  const query = useBoard(props.boardId);
  const shared = useSharedDocument(
    useMemo(() => ({ kind: "board", id: props.boardId }), [props.boardId]),
    canvasContent,
  );
  const viewer = useViewer();
  const [drawn, setDrawn] = useState<{ shared: SharedDocument; canvas: BoardCanvas } | null>(null);
  useEffect(() => {
    if (!shared) return undefined;
    const opened = openBoardCanvas(shared.shared, viewer.id);
    setDrawn({ shared, canvas: opened });
    return () => {
      setDrawn(null);
      opened.close();
    };
  }, [shared, viewer.id]);
  if (query.isMissing)
    return (
      <div className="page-pad">
        <EmptyState
          title="This board does not exist, or you cannot see it."
          action={<Button onClick={props.onClosed}>Show all boards</Button>}
        />
        <NotesLeftBehind boardId={props.boardId} />
        {shared && <TextsOf document={shared} />}
      </div>
    );
  // Another document has another canvas: everything that writes is made for that one.
  if (query.data && drawn && drawn.shared === shared)
    return <Opened {...props} {...query.data} key={drawn.shared.shared.guid} {...drawn} />;
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-[52px] flex-none items-center border-b px-4">{props.renderCrumbs("Board")}</div>
      {query.error ? <LoadState query={query} failure="Failed to fetch the board" /> : <BoardSkeleton />}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <SkeletonGroup label="Opening the board" className="grid flex-1 content-start gap-5 p-8 md:grid-cols-2">
      {[1, 2, 3, 4].map((one) => (
        <Skeleton key={one} height={220} />
      ))}
    </SkeletonGroup>
  );
}

type OpenedProps = BoardScreenProps & {
  board: OpenBoard;
  clockOffsetMs: number;
  shared: SharedDocument;
  canvas: BoardCanvas;
};
const noNotes: readonly never[] = [];

function Opened({ board, clockOffsetMs, shared, canvas, ...props }: OpenedProps) {
  const viewer = useViewer();
  const isPhone = useIsPhone();
  const snapshot = useSyncExternalStore(canvas.subscribe, canvas.getSnapshot);
  const { isLoaded, isEditable } = useDocumentSnapshot(shared);
  const votes = votesOnBoard(useVotes(board.id), snapshot.items);
  const noteList = useNotes(board.id) ?? (noNotes as readonly BoardNote[]);
  const privateNotes = usePrivateNotes(board.id) ?? noNotes;
  const cache = useBoardCache(board.id);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(() => new Set());
  const [editingId, setEditingId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const [followedId, setFollowedId] = useState<string | null>(null);
  const view = useRef<CanvasView>({ x: 0, y: 0, zoom: 1 });
  const notes = useMemo(() => new Map(noteList.map((note) => [note.id, note])), [noteList]);
  const people = usePeopleOfBoard(board, snapshot, noteList);
  const latest = useRef({ board, votes, notes, mayWrite: false });
  const mayWriteNow = canWriteCanvas(viewer, partsOf(board));
  const wasAllowed = useRef(mayWriteNow);
  // The shared document asks the server again when a phase or a lock changes what the viewer may do.
  useEffect(() => {
    if (wasAllowed.current !== mayWriteNow) shared.refetch();
    wasAllowed.current = mayWriteNow;
  }, [mayWriteNow, shared]);
  const [actions] = useState(() =>
    createBoardActions({
      board: () => latest.current.board,
      mayWrite: () => latest.current.mayWrite,
      votes: () => latest.current.votes?.own ?? [],
      notes: () => latest.current.notes,
      viewerId: viewer.id,
      canvas,
      cache,
      middle: () => [view.current.x, view.current.y],
    }),
  );
  const mayWrite = mayWriteNow && isEditable;
  useEffect(() => {
    latest.current = { board, votes, notes, mayWrite };
  });
  // The document of a board that was left is closed.
  useEffect(
    () => () => {
      latest.current.mayWrite = false;
    },
    [],
  );
  const mayTakePart = canTakePart(viewer, partsOf(board));
  // Words typed after the right ended would stay on this page alone.
  if (editingId !== null && !mayWrite) setEditingId(null);
  const store: BoardStore = {
    board,
    clockOffsetMs,
    document: shared,
    canvas,
    snapshot,
    votes,
    notes,
    privateNotes,
    actions,
    people,
    viewerId: viewer.id,
    mayWrite,
    mayTakePart,
    mayLead: canLeadBoard(viewer, partsOf(board)),
    selectedIds,
    select: (ids) => setSelectedIds((current) => new Set(typeof ids === "function" ? ids(current) : ids)),
    editingId,
    edit: setEditingId,
    openDialog: setDialog,
  };
  const noteStore = useMemo(
    (): NoteStore => ({
      people,
      notes,
      votes,
      editingId,
      edit: setEditingId,
      canvas,
      actions,
      openDialog: setDialog,
      viewerId: viewer.id,
      mayTakePart,
    }),
    [people, notes, votes, editingId, canvas, actions, viewer.id, mayTakePart],
  );
  const isList = props.isList || isPhone;
  return (
    <BoardStoreProvider value={store}>
      <NoteStoreProvider value={noteStore}>
        <div className="flex h-full min-h-0 flex-col">
          <h1 className="sr-only">{board.title}</h1>
          <p role="status" className="sr-only">
            {board.session.phase === null ? "" : `Phase: ${phaseNameOn(board, board.session.phase)}`}
          </p>
          <BoardHead
            crumbs={props.renderCrumbs(board.title)}
            isList={isList}
            isPhone={isPhone}
            onListChange={props.onListChange}
            followedId={followedId}
            onFollow={setFollowedId}
          />
          <BoardNotice />
          {!isLoaded ? (
            <BoardSkeleton />
          ) : isList ? (
            <>
              <PhoneBar view={() => view.current} />
              <BoardList noteId={props.noteId} />
            </>
          ) : (
            <div className="relative flex min-h-0 flex-1 flex-col">
              <PhaseBar view={() => view.current} />
              <ReactFlowProvider>
                <BoardFlow
                  noteId={props.noteId}
                  followedId={followedId}
                  onFollow={setFollowedId}
                  onView={(next) => {
                    view.current = next;
                  }}
                />
              </ReactFlowProvider>
              <div className="absolute bottom-3 left-16 z-5 w-64">
                <PrivateNotes />
              </div>
            </div>
          )}
          <BoardDialogs {...props} dialog={dialog} />
        </div>
      </NoteStoreProvider>
    </BoardStoreProvider>
  );
}

/** Votes without those for notes that are not on the board. The same object while there are none. */
function votesOnBoard(
  votes: BoardVotes | undefined,
  items: ReadonlyMap<string, unknown>,
): BoardVotes | undefined {
  const isOn = ({ noteId }: { noteId: string }) => items.has(noteId);
  if (!votes || (votes.own.every(isOn) && (votes.totals ?? []).every(isOn))) return votes;
  return { ...votes, own: votes.own.filter(isOn), totals: votes.totals?.filter(isOn) ?? null };
}

import { canManageBoard } from "@atoll/contract/brainstorm/policy";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, List, Presentation, Shapes, Star, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { statusInWords } from "../../../capabilities/documents/chrome/status-text.tsx";
import type { DocumentStatus } from "../../../capabilities/documents/sharing/document-status.ts";
import { useDocumentSnapshot } from "../../../capabilities/documents/use-shared-document.ts";
import { freshLink } from "../../../capabilities/files/links/attachment-links.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { ProgramMark } from "../../../capabilities/people/program-mark.tsx";
import { downloadText, downloadUrl } from "../../../lib/request/download.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { type BoardStore, useBoardStore } from "../canvas/board-store.tsx";
import { exportBoard, starBoard } from "../data/api.ts";
import { partsOf } from "../data/parts-of.ts";
import { useBoardCache } from "../data/use-board.ts";
import type { PictureOptions } from "./draw-picture.ts";

export interface BoardHeadProps {
  crumbs: ReactNode;
  isList: boolean;
  isPhone: boolean;
  onListChange: (isList: boolean) => void;
  followedId: string | null;
  onFollow: (userId: string | null) => void;
}

/** The name of a board, who is on it, and what can be done with it. */
export function BoardHead({ crumbs, isList, isPhone, onListChange, followedId, onFollow }: BoardHeadProps) {
  const store = useBoardStore();
  const { board, openDialog } = store;
  const { status, coEditors } = useDocumentSnapshot(store.document);
  const cache = useBoardCache(board.id);
  const queryClient = useQueryClient();
  const exports: MenuEntry[] = [
    { label: "Picture (PNG)", onSelect: () => void saveBoardAs(store, queryClient, "png") },
    { label: "Markdown", onSelect: () => void saveBoardAs(store, queryClient, "markdown") },
    { label: "Table (CSV)", onSelect: () => void saveBoardAs(store, queryClient, "csv") },
    {
      label: "Print or PDF, a page for each group",
      onSelect: () => openDialog({ kind: "print", isByFrame: true }),
    },
    {
      label: "Print or PDF, the whole board",
      onSelect: () => openDialog({ kind: "print", isByFrame: false }),
    },
  ];
  const star = () =>
    void starBoard(board.id, !board.isStarred).then(cache.setCachedBoard, (error: unknown) =>
      notify.error(errorMessage(error, "Failed to change the star")),
    );
  return (
    <header className="flex h-[52px] flex-none items-center gap-1 border-b pr-2 pl-4">
      <div className="min-w-0 flex-1 [&_li:not(:last-child)]:flex-none [&_ol]:flex-nowrap">{crumbs}</div>
      <span role="status" className="mr-2 whitespace-nowrap text-faint text-xs max-lg:hidden">
        {wordsOf(status)}
      </span>
      <IconButton
        size="sm"
        icon={Star}
        label={board.isStarred ? "Remove star" : "Star this board"}
        className={cx(board.isStarred && "[&_svg]:fill-highlight-bright [&_svg]:text-highlight-bright")}
        onClick={star}
      />
      <span className="mx-2 whitespace-nowrap text-faint text-xs max-lg:hidden">
        Led by {board.owner.name} {board.owner.isProgram && <ProgramMark />}
      </span>
      {coEditors.length > 0 && !isPhone && (
        <ul aria-label="Also here" className="mr-2 flex">
          {coEditors.slice(0, 6).map(({ userId, name }) => (
            <li key={userId} className="-ml-1 first:ml-0">
              <button
                type="button"
                aria-pressed={followedId === userId}
                title={followedId === userId ? `Stop following ${name}` : `Follow ${name}`}
                className="rounded-full ring-2 ring-surface aria-pressed:ring-primary"
                onClick={() => onFollow(followedId === userId ? null : userId)}
              >
                <Avatar
                  decorative
                  userId={userId}
                  name={name}
                  picture={store.people.get(userId)?.avatar}
                  size={28}
                />
                <span className="sr-only">Follow {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isPhone && (
        <>
          <Button
            size="sm"
            variant="ghost"
            icon={isList ? Shapes : List}
            aria-label={isList ? "Show the canvas" : "Show as a list"}
            onClick={() => onListChange(!isList)}
          >
            {isList ? "Canvas" : "List"}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={Presentation}
            onClick={() => openDialog({ kind: "present" })}
          >
            Present
          </Button>
          <Menu
            label="Export"
            align="end"
            trigger={
              <Button size="sm" variant="ghost" icon={Download}>
                Export
              </Button>
            }
            items={exports}
          />
        </>
      )}
      <Button size="sm" icon={UserPlus} onClick={() => openDialog({ kind: "share" })}>
        Invite
      </Button>
      <MoreMenu
        phoneEntries={
          isPhone ? [{ label: "Present", onSelect: () => openDialog({ kind: "present" }) }, ...exports] : []
        }
      />
    </header>
  );
}

function MoreMenu({ phoneEntries }: { phoneEntries: readonly MenuEntry[] }) {
  const { board, openDialog, mayLead } = useBoardStore();
  const viewer = useViewer();
  const isOwner = canManageBoard(viewer, partsOf(board));
  const entries: (MenuEntry | false)[] = [
    mayLead && { label: "Rename", onSelect: () => openDialog({ kind: "rename" }) },
    { label: "Versions", onSelect: () => openDialog({ kind: "versions" }) },
    { label: "Duplicate", onSelect: () => openDialog({ kind: "copy" }) },
    { label: "Propose groups", onSelect: () => openDialog({ kind: "clusters" }) },
    { label: "Post the outcome", onSelect: () => openDialog({ kind: "outcome" }) },
    ...phoneEntries,
    "separator",
    isOwner
      ? {
          label: board.isArchived ? "Restore from the archive" : "Archive",
          onSelect: () => openDialog({ kind: "archive" }),
        }
      : { label: "Leave this board", danger: true, onSelect: () => openDialog({ kind: "leave" }) },
  ];
  return (
    <Menu
      label="More"
      align="end"
      trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
      items={entries.filter((entry) => entry !== false)}
    />
  );
}

/** A board says nothing more once it cannot be written: its page does. */
function wordsOf(status: DocumentStatus): string {
  if (status.kind === "read-only") return "Read only";
  const isShown = ["loading", "saving", "paused", "saved", "offline"].includes(status.kind);
  return isShown ? statusInWords(status) : "";
}

type ExportFormat = "png" | "markdown" | "csv";

/** Saves a board as a file. The server writes the texts, and the browser draws the picture. */
async function saveBoardAs(store: BoardStore, queryClient: QueryClient, format: ExportFormat): Promise<void> {
  const { board } = store;
  const name = fileNameOf(board.title, "Board");
  try {
    if (format === "png") {
      const { drawPicture } = await import("./draw-picture.ts");
      const url = URL.createObjectURL(await drawPicture(pictureOf(store, queryClient)));
      downloadUrl(`${name}.png`, url);
      setTimeout(() => URL.revokeObjectURL(url), 0);
      return;
    }
    const { text } = await exportBoard(board.id, format);
    if (format === "csv") downloadText(`${name}.csv`, text, "text/csv");
    else downloadText(`${name}.md`, text, "text/markdown");
  } catch (error) {
    notify.error(errorMessage(error, "Failed to export the board"));
  }
}

/** The content of a picture: the elements as on the screen, with authors and the votes that the viewer may see. */
function pictureOf({ snapshot, votes, notes, people }: BoardStore, queryClient: QueryClient): PictureOptions {
  return {
    items: snapshot.items,
    authorOf(authorId) {
      const author = people.get(authorId);
      return author && authorName(author);
    },
    votesOf: (noteId) =>
      votes?.totals
        ? (votes.totals.find((one) => one.noteId === noteId)?.count ?? 0)
        : (votes?.own.filter((one) => one.noteId === noteId).length ?? 0),
    reactionsOf: (noteId) =>
      (notes.get(noteId)?.reactions ?? []).map(({ emoji, count }) => `${emoji} ${count}`).join(" "),
    async imageOf(fileId) {
      try {
        const link = await freshLink(queryClient, fileId);
        if (!link) return undefined;
        return await createImageBitmap(await (await fetch(link.url)).blob());
      } catch {
        // Its place is drawn instead.
        return undefined;
      }
    },
  };
}

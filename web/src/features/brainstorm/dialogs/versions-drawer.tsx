import { boardTitleMaxLength } from "@atoll/contract/brainstorm/limits";
import type { BoardVersion, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { ShowMore } from "../../../ui/list/show-more.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { copyBoard } from "../data/api.ts";
import { useVersions } from "../data/use-board.ts";
import { phaseNameOn } from "../workshop/phase-names.ts";

export interface VersionsDrawerProps {
  onClose: () => void;
  onOpenBoard: (boardId: string) => void;
}

/** The kept versions of a board. One is restored as a copy, so that nothing is overwritten. */
export function VersionsDrawer({ onClose, onOpenBoard }: VersionsDrawerProps) {
  const { board } = useBoardStore();
  const versions = useVersions(board.id);
  const [isSending, setSending] = useState(false);
  async function restore(version: BoardVersion): Promise<void> {
    setSending(true);
    const id = uuidv7();
    const title = [...`${board.title}, ${formatDate(version.createdAt)}`]
      .slice(0, boardTitleMaxLength)
      .join("");
    try {
      await copyBoard(board.id, { id, title, versionId: version.id });
      onClose();
      onOpenBoard(id);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to restore the version"));
    } finally {
      setSending(false);
    }
  }
  return (
    <Drawer onClose={onClose} title="Versions" width={420}>
      <div className="p-4">
        {versions.items?.length === 0 && (
          <EmptyState title="No versions yet">One is kept every hour, and before each phase.</EmptyState>
        )}
        <ul className="divide-y">
          {versions.items?.map((version) => (
            <li key={version.id} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {formatDate(version.createdAt)}, {formatTime(version.createdAt)}
                </p>
                <p className="text-muted text-xs">
                  {reasonOf(board, version)} · {counted(version.noteCount, "note")}
                </p>
              </div>
              <Button size="sm" disabled={isSending} onClick={() => void restore(version)}>
                Restore as a copy
              </Button>
            </li>
          ))}
        </ul>
        <ShowMore list={versions} failure="Failed to fetch older versions" label="Show older versions" />
      </div>
    </Drawer>
  );
}

function reasonOf(board: OpenBoard, { reason, phase }: BoardVersion): string {
  if (reason === "copy") return "Before it was copied";
  if (reason === "phase") return phase ? `At the end of ${phaseNameOn(board, phase)}` : "Before the workshop";
  return "Hourly";
}

import { downloadText, downloadUrl } from "../../../lib/request/download.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Desk } from "../canvas/desk.tsx";
import { exportBoard } from "../data/api.ts";

export type ExportFormat = "png" | "markdown" | "csv";

/** Saves a board as a file. The server writes the texts, and the browser draws the picture. */
export async function saveBoardAs({ board, snapshot }: Desk, format: ExportFormat): Promise<void> {
  const name = fileNameOf(board.title);
  try {
    if (format === "png") {
      const { drawPicture } = await import("./draw-picture.ts");
      const url = URL.createObjectURL(await drawPicture(snapshot.items));
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

/** Returns a name for a file of a board that every system takes. */
export function fileNameOf(title: string): string {
  return title.replace(/[\\/:*?"<>|]+/g, " ").trim() || "Board";
}

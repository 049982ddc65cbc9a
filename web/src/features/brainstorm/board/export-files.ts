import { fileNameOf } from "@atoll/contract/text/file-name";
import type { QueryClient } from "@tanstack/react-query";
import { freshLink } from "../../../capabilities/files/links/attachment-links.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { downloadText, downloadUrl } from "../../../lib/request/download.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { Desk } from "../canvas/desk.tsx";
import { exportBoard } from "../data/api.ts";
import type { PictureOptions } from "./draw-picture.ts";

export type ExportFormat = "png" | "markdown" | "csv";

/** Saves a board as a file. The server writes the texts, and the browser draws the picture. */
export async function saveBoardAs(desk: Desk, queryClient: QueryClient, format: ExportFormat): Promise<void> {
  const { board } = desk;
  const name = fileNameOf(board.title, "Board");
  try {
    if (format === "png") {
      const { drawPicture } = await import("./draw-picture.ts");
      const url = URL.createObjectURL(await drawPicture(pictureOf(desk, queryClient)));
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
function pictureOf({ snapshot, votes, people }: Desk, queryClient: QueryClient): PictureOptions {
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

import type { Subject } from "@atoll/contract/comments/schemas";
import type { QueryClient } from "@tanstack/react-query";
import type { Editor } from "@tiptap/core";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { freshLink } from "../../files/links/attachment-links.ts";
import { sendFile } from "../../files/wire.ts";
import { replaceFile } from "../editor/clipboard.ts";
import { attachFile } from "../sharing/wire.ts";

/**
 * Copies images that were pasted from another thing, so that the readers of this one see them: a file is read by those
 * who read the thing that it belongs to. The copy is read with the rights of the person who pastes.
 */
export async function copyImages(
  editor: Editor,
  queryClient: QueryClient,
  subject: Subject,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) {
    try {
      const link = await freshLink(queryClient, fileId);
      if (!link) {
        notify.error("A pasted image is not shown: you cannot see its file. Insert it from your device.");
        continue;
      }
      const { attachment } = await sendFile(await download(link.url), { kind: subject.kind });
      await attachFile(subject, attachment.id);
      if (editor.isDestroyed) return;
      editor.view.dispatch(replaceFile(editor.state, fileId, attachment.id));
    } catch (error) {
      const reason = errorMessage(error, "The image could not be copied.");
      notify.error(
        `${reason} The pasted image still belongs to the other page, so readers of this one may not see it. Paste it again, or insert it from your device.`,
      );
    }
  }
}

/** Says that images of other places were left out of what was pasted. */
export function sayImagesLeftOut(count: number): void {
  notify.info(
    count === 1
      ? "An image from another site was not pasted. Save it and insert it from your device."
      : `${count} images from another site were not pasted. Save them and insert them from your device.`,
  );
}

async function download(url: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The image was answered by ${answer.status}`);
  const content = await answer.blob();
  const [, ending = "png"] = content.type.split("/");
  return new File([content], `image.${ending.replace("jpeg", "jpg")}`, { type: content.type });
}

import type { Subject } from "@atoll/contract/comments/schemas";
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { carriesFiles, transferredFiles } from "../../files/upload/transferred-files.ts";
import { sendFile } from "../../files/wire.ts";
import { holdPlace, insertImage, type ScrollAnchor } from "../editor/insert-image.ts";
import { attachFile } from "../sharing/wire.ts";

const imageTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif";

/** Pictures come by the toolbar, by pasting and by dropping; each is uploaded, attached to the thing, then inserted. */
export function useImagePicker(editor: Editor, subject: Subject) {
  const input = useRef<HTMLInputElement>(null);
  const add = useEffectEvent((files: readonly File[], at?: number) =>
    addImages(
      editor,
      subject,
      files.filter(({ type }) => imageTypes.includes(type)),
      at,
    ),
  );
  useEffect(() => {
    const { dom } = editor.view;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || !editor.isEditable || event.clipboardData?.getData("text/plain")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void add(files);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer) || !editor.isEditable) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // The line that shows where it would land listens to this, too.
      dom.dispatchEvent(new Event("dragend"));
      const under = editor.view.posAtCoords({ left: event.clientX, top: event.clientY });
      void add(transferredFiles(event.dataTransfer), under?.pos);
    };
    dom.addEventListener("paste", onPaste, { capture: true });
    dom.addEventListener("drop", onDrop, { capture: true });
    return () => {
      dom.removeEventListener("paste", onPaste, { capture: true });
      dom.removeEventListener("drop", onDrop, { capture: true });
    };
  }, [editor]);
  return {
    pick: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={imageTypes}
        aria-label="Images to insert"
        tabIndex={-1}
        onChange={({ target }) => {
          void addImages(editor, subject, [...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = "";
        }}
      />
    ),
  };
}

/** One after the other, in their order, where the cursor or the mouse was when they came. */
async function addImages(
  editor: Editor,
  subject: Subject,
  files: readonly File[],
  at?: number,
): Promise<void> {
  const place = holdPlace(editor, at);
  for (const file of files) await addImage(editor, subject, file, place);
  place.end();
}

async function addImage(editor: Editor, subject: Subject, file: File, place: ScrollAnchor): Promise<void> {
  try {
    const { attachment } = await sendFile(file, { kind: subject.kind });
    await attachFile(subject, attachment.id);
    if (editor.isDestroyed) return;
    insertImage(editor, place, {
      fileId: attachment.id,
      alt: attachment.originalName.replace(/\.[^.]+$/, ""),
    });
  } catch (error) {
    notify.error(errorMessage(error, `Failed to upload ${file.name}`));
  }
}

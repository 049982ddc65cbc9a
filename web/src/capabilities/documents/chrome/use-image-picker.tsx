import type { Subject } from "@atoll/contract/comments/schemas";
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { carriesFiles, transferredFiles } from "../../files/upload/transferred-files.ts";
import { sendFile } from "../../files/wire.ts";
import { isInCell } from "../editor/insertions.ts";
import { attachFile } from "../sharing/wire.ts";

const imageTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif";

/** Pictures come by the toolbar, by pasting and by dropping; each is uploaded, attached to the thing, then inserted. */
export function useImagePicker(editor: Editor, subject: Subject) {
  const input = useRef<HTMLInputElement>(null);
  const add = useEffectEvent(async (files: readonly File[]) => {
    for (const file of files.filter(({ type }) => imageTypes.includes(type)))
      await addImage(editor, subject, file);
  });
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
      void add(transferredFiles(event.dataTransfer));
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
          void addAll(editor, subject, [...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = "";
        }}
      />
    ),
  };
}

async function addAll(editor: Editor, subject: Subject, files: readonly File[]): Promise<void> {
  for (const file of files) await addImage(editor, subject, file);
}

async function addImage(editor: Editor, subject: Subject, file: File): Promise<void> {
  try {
    const { attachment } = await sendFile(file, { kind: subject.kind });
    await attachFile(subject, attachment.id);
    if (editor.isDestroyed) return;
    const attrs = { fileId: attachment.id, alt: attachment.originalName.replace(/\.[^.]+$/, "") };
    const { $from, from, to } = editor.state.selection;
    // Cells hold text only: it comes after their table.
    const at = isInCell(editor) ? $from.after(1) : { from, to };
    editor.chain().focus().insertContentAt(at, { type: "image", attrs }).run();
  } catch (error) {
    notify.error(errorMessage(error, `Failed to upload ${file.name}`));
  }
}

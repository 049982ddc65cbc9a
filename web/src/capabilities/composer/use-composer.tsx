import { useRef } from "react";
import { AttachButton } from "../files/upload/attach-button.tsx";
import { AttachmentTray } from "../files/upload/attachment-tray.tsx";
import { pastedFiles } from "../files/upload/transferred-files.ts";
import { useTray } from "../files/upload/use-tray.ts";
import { useDraft } from "../offline/drafts/use-draft.ts";
import { isTooLong } from "../writing/field/text-length.ts";
import type { WriteFieldHandle } from "./write-field.tsx";

/** A text with its files, as the outbox takes it. */
export interface WrittenText {
  content: string;
  mentionIds: string[];
  uploadIds: string[];
}

/**
 * Returns the text and files that are being written in one place, as the props of a `WriteField`. What is typed outlives
 * a reload, and follows the person to other devices.
 */
export function useComposer(place: string, max: number) {
  const ref = useRef<WriteFieldHandle>(null);
  const tray = useTray(place);
  const { text, write } = useDraft(place);
  return {
    isBlank: text.trim() === "",
    hasFiles: tray.uploads.length > 0,
    /** A file failed, or the text is too long. */
    isUnfit: tray.hasFailure || isTooLong(text, max),
    focus: () => ref.current?.focus(),
    field: {
      ref,
      text,
      onTextChange: write,
      max,
      onPasteFiles(data: DataTransfer) {
        const files = pastedFiles(data);
        if (files.length > 0) tray.add(files);
        return files.length > 0;
      },
      above: <AttachmentTray place={place} />,
      tools: <AttachButton onFiles={tray.add} />,
    },
    /** Empties the field, which keeps the focus: its button is disabled now. Returns what was written. */
    take(): WrittenText {
      const content = text.trim();
      const mentionIds = ref.current?.calledIds() ?? [];
      const uploadIds = tray.take();
      write("");
      ref.current?.focus();
      return { content, mentionIds, uploadIds };
    },
  };
}

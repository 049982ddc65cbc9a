import { type ReactNode, useRef } from "react";
import { sendFile } from "../../../capabilities/files/wire.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { attachImage } from "../data/api.ts";
import { useBoardStore } from "./board-store.tsx";

/** Images that a board takes. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
export const largestEdge = 320;

export interface AddImageProps {
  onAdded: (elementId: string) => void;
  /** Draws the button, which calls `pick`. */
  children: (pick: () => void) => ReactNode;
}

/** Uploads an image, and adds it to the canvas. */
export function AddImage({ onAdded, children }: AddImageProps) {
  const { board, actions } = useBoardStore();
  const input = useRef<HTMLInputElement>(null);
  async function add(file: File): Promise<void> {
    try {
      const { attachment } = await sendFile(file, { kind: "board" });
      await attachImage(board.id, attachment.id);
      onAdded(actions.addImage(attachment, largestEdge));
    } catch (error) {
      notify.error(errorMessage(error, `Failed to upload ${file.name}`));
    }
  }
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes.join()}
        aria-label="Image to add"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void add(file);
          target.value = "";
        }}
      />
    </>
  );
}

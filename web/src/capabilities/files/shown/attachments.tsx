import { useState } from "react";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import type { Attachment } from "../wire.ts";
import { FileRow } from "./file-row.tsx";
import { ImageTile } from "./image-tile.tsx";

const viewerPart = lazyPart(() => import("../viewer/attachment-viewer.tsx"));

/** The attachments below a text: images side by side, other files in rows. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const part = useLazyPart(viewerPart, shownId !== null, () => {
    setShownId(null);
    showLoadFailure();
  });
  if (attachments.length === 0) return null;
  const images = attachments.filter(({ preview }) => preview === "image");
  const files = attachments.filter(({ preview }) => preview !== "image");
  return (
    <div className="flex flex-col gap-1.5 py-1">
      {images.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {images.map((image) => (
            <ImageTile
              key={image.id}
              attachment={image}
              isAlone={images.length === 1}
              onOpen={() => setShownId(image.id)}
            />
          ))}
        </div>
      )}
      {files.map((file) => (
        <FileRow
          key={file.id}
          attachment={file}
          onOpen={file.preview === null ? undefined : () => setShownId(file.id)}
        />
      ))}
      {part && shownId !== null && (
        <part.AttachmentViewer
          attachments={[...images, ...files].filter(({ preview }) => preview !== null)}
          shownId={shownId}
          onShow={setShownId}
          onClose={() => setShownId(null)}
        />
      )}
    </div>
  );
}

import { errorTexts } from "@atoll/contract/errors/error-texts";
import { Camera, Trash2, Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { setPicture } from "../api.ts";
import { CropDialog } from "./crop-dialog.tsx";

/** No camera writes a larger one, and the server takes none. */
const maxBytes = 32 * 1024 * 1024;

/** The viewer's own picture, with buttons to change or remove it. */
export function OwnPicture() {
  const viewer = useViewer();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  useEffect(() => () => chosen?.close(), [chosen]);

  async function open(file: File | undefined) {
    if (!file) return;
    if (file.size > maxBytes) return void notify.error(errorTexts.file_too_large);
    try {
      // A drawing would be drawn by this browser, and is refused by the server.
      if (file.type === "image/svg+xml") throw new Error("a drawing");
      setChosen(await createImageBitmap(file));
    } catch {
      notify.error(unreadable);
    }
  }

  async function remove() {
    try {
      await setPicture(null);
      notify.success("Picture removed");
    } catch (error) {
      notify.error(errorMessage(error, "Failed to update profile"));
    }
  }

  return (
    <>
      <Menu
        align="start"
        items={[
          {
            label: viewer.avatar ? "Choose another picture" : "Choose a picture",
            icon: Upload,
            onSelect: () => chooser.current?.click(),
          },
          ...(viewer.avatar
            ? [{ label: "Remove the picture", icon: Trash2, onSelect: () => void remove() }]
            : []),
        ]}
        label="Your picture"
        trigger={
          <button
            // Named by its text, because initials would not match another label.
            aria-label={undefined}
            className="touch-reach relative flex-none rounded-full"
            type="button"
          >
            <PersonAvatar person={viewer} decorative size={40} />
            <span className="absolute -right-1.5 -bottom-1.5 grid size-5 place-items-center rounded-full bg-surface-raised text-muted ring-1 ring-border-strong">
              <Camera className="size-3" />
            </span>
            <VisuallyHidden>Change picture</VisuallyHidden>
          </button>
        }
      />
      <input
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label="A picture of you"
        className="sr-only"
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = "";
        }}
        ref={chooser}
        tabIndex={-1}
        type="file"
      />
      <CropDialog onClose={() => setChosen(null)} picture={chosen} />
    </>
  );
}

const unreadable = "This image format is not supported. Choose a JPEG, PNG or WebP image.";

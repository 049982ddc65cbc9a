import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { sendFile } from "../../../capabilities/files/wire.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { setPicture } from "../api.ts";
import { type Crop, mostZoom, moved, type Size, squareOf, wholeCrop, within } from "./crop.ts";

/** The edge of the uploaded square in pixels, which the server reduces further. */
const sentPixels = 512;

/** Draws the square of a picture that is shown. */
function drawSquare(canvas: HTMLCanvasElement, picture: CanvasImageSource & Size, crop: Crop): void {
  const { left, top, edge } = squareOf(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}

/** Returns the square as a file with nothing but its visible pixels: WebP if the browser supports it. */
function squareFile(picture: CanvasImageSource & Size, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = sentPixels;
  canvas.height = sentPixels;
  drawSquare(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], "picture", { type: blob.type }))
          : reject(new SpokenError("This browser could not make a picture of it.")),
      "image/webp",
      0.9,
    );
  });
}

export interface CropDialogProps {
  /** Closed while there is none. */
  picture: ImageBitmap | null;
  onClose: () => void;
}

const shownPixels = 256;
const step = 0.05;
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
};

/** Chooses the part of a picture to use, by dragging or arrow keys, with a zoom. */
export function CropDialog({ picture, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeCrop);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    setCrop(wholeCrop);
    setFailure(undefined);
  }, [picture]);

  async function save() {
    if (!picture) return;
    setIsSending(true);
    setFailure(undefined);
    try {
      const { attachment } = await sendFile(await squareFile(picture, crop), { kind: "picture" });
      await setPicture(attachment.id);
      notify.success("Picture updated");
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, "Failed to update profile"));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button loading={isSending} onClick={() => void save()} variant="primary">
            Save picture
          </Button>
        </>
      }
      onClose={onClose}
      open={picture !== null}
      title="Your picture"
      width={360}
    >
      <div className="flex flex-col items-center gap-4">
        {failure && (
          <InlineAlert className="w-full" tone="error">
            {failure}
          </InlineAlert>
        )}
        {picture && <Square crop={crop} onCrop={setCrop} picture={picture} />}
        <Zoom onZoom={(zoom) => picture && setCrop(within(picture, { ...crop, zoom }))} zoom={crop.zoom} />
        <p className="text-center text-faint text-xs">Drag the picture, or move it with the arrow keys.</p>
      </div>
    </Dialog>
  );
}

interface SquareProps {
  picture: ImageBitmap;
  crop: typeof wholeCrop;
  onCrop: (crop: typeof wholeCrop) => void;
}

function Square({ picture, crop, onCrop }: SquareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number }>(null);
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop);
  }, [picture, crop]);
  function drag(event: PointerEvent) {
    if (!last.current) return;
    const by = {
      x: (event.clientX - last.current.x) / shownPixels,
      y: (event.clientY - last.current.y) / shownPixels,
    };
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(moved(picture, crop, by));
  }
  function press(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    onCrop(moved(picture, crop, by));
  }
  return (
    <button
      aria-label="The part of the picture that is shown. Arrow keys move it."
      className="cursor-grab touch-none overflow-hidden rounded-full bg-surface-sunken ring-1 ring-border-strong active:cursor-grabbing"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = null;
      }}
      style={{ width: shownPixels, height: shownPixels }}
      type="button"
    >
      <canvas className="size-full" height={shownPixels * 2} ref={canvas} width={shownPixels * 2} />
    </button>
  );
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const id = useId();
  return (
    <div className="flex w-full items-center gap-3">
      <label className="font-semibold text-xs" htmlFor={id}>
        Zoom
      </label>
      <input
        className="min-h-9 flex-1 accent-primary"
        id={id}
        max={mostZoom}
        min={1}
        onChange={({ target }) => onZoom(target.valueAsNumber)}
        step={0.05}
        type="range"
        value={zoom}
      />
    </div>
  );
}

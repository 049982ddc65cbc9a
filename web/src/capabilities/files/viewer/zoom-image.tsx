import { ZoomIn, ZoomOut } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import type { Attachment } from "../wire.ts";
import { limitZoom, maxZoom, zoomStep } from "./zoom.ts";

export interface ZoomImageProps {
  url: string;
  attachment: Attachment;
  /** 1 fits the place. */
  zoom: number;
  onZoom: (zoom: number) => void;
  onError: () => void;
}

/** A picture that fits its place at first; the buttons and a double press make it larger, and then it can be moved. */
export function ZoomImage({ url, attachment, zoom, onZoom, onError }: ZoomImageProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const frame = useRef<HTMLElement>(null);
  useCentreKept(frame, zoom);
  const isZoomed = zoom > 1;
  return (
    <div className="relative flex min-h-0 flex-1">
      {!isLoaded && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          <Spinner size={28} label="Loading the file" />
        </div>
      )}
      <section
        ref={frame}
        aria-label={attachment.originalName}
        tabIndex={isZoomed ? 0 : -1}
        onDoubleClick={() => onZoom(isZoomed ? 1 : zoomStep ** 2)}
        // The arrows move the picture and not to the next one.
        onKeyDown={(event) => isZoomed && event.key.startsWith("Arrow") && event.stopPropagation()}
        onPointerMove={({ buttons, pointerType, movementX, movementY }) => {
          if (pointerType === "mouse" && buttons === 1) frame.current?.scrollBy(-movementX, -movementY);
        }}
        className={cx(
          "@container-[size] flex min-h-0 w-full overflow-auto bg-surface-sunken outline-offset-[-2px]",
          isZoomed && "cursor-grab active:cursor-grabbing",
        )}
      >
        <img
          src={url}
          alt={attachment.originalName}
          draggable={false}
          onLoad={() => setIsLoaded(true)}
          onError={onError}
          width={attachment.width ?? undefined}
          height={attachment.height ?? undefined}
          style={{ width: `calc(${fittingWidth(attachment)} * ${zoom})` }}
          // Its new size is measured at once.
          className="m-auto h-auto max-w-none flex-none transition-none"
        />
      </section>
      <div className="absolute right-3 bottom-3 flex items-center gap-0.5 rounded-md border border-strong bg-surface-raised p-0.5 shadow-2">
        <IconButton
          label="Zoom out"
          icon={ZoomOut}
          size="sm"
          disabled={!isZoomed}
          onClick={() => onZoom(limitZoom(zoom / zoomStep))}
        />
        <output className="w-11 text-center text-muted text-xs">{Math.round(zoom * 100)}%</output>
        <IconButton
          label="Zoom in"
          icon={ZoomIn}
          size="sm"
          disabled={zoom === maxZoom}
          onClick={() => onZoom(limitZoom(zoom * zoomStep))}
        />
      </div>
    </div>
  );
}

/** As wide as the place allows, and never wider than the picture is. */
function fittingWidth({ width, height }: Attachment): string {
  return width && height ? `min(100cqw, ${width}px, ${width / height} * 100cqh)` : "100cqw";
}

/** Keeps the centre of the view in place when the image is zoomed. */
function useCentreKept(frame: { current: HTMLElement | null }, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = frame.current;
    const picture = element?.querySelector("img");
    const ratio = zoom / before.current;
    before.current = zoom;
    if (!element || !picture || ratio === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    element.scrollLeft = recentred(scrollLeft, clientWidth, picture.offsetWidth, ratio);
    element.scrollTop = recentred(scrollTop, clientHeight, picture.offsetHeight, ratio);
  }, [frame, zoom]);
}

/** How far to scroll a view for a picture that is now of this size, and was smaller or larger by the ratio. */
function recentred(scroll: number, view: number, size: number, ratio: number): number {
  const sizeBefore = size / ratio;
  // An image smaller than the view is centred.
  const margin = (length: number) => Math.max(0, (view - length) / 2);
  const middle = (scroll + view / 2 - margin(sizeBefore)) / sizeBefore;
  return middle * size + margin(size) - view / 2;
}

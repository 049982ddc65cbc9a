import { isPictureShown } from "../../lib/page/frame-picture.ts";
import { Spinner } from "../../ui/progress/spinner.tsx";

/**
 * The only full-page wait: nothing can be shown before it is known who is there. A picture of the frame is a wait of its
 * own.
 */
export function RestoringScreen() {
  if (isPictureShown()) return null;
  return (
    <div className="grid min-h-dvh place-items-center bg-surface">
      <div className="flex flex-col items-center gap-3 text-muted" role="status">
        <Spinner size={40} />
        <p>Restoring your session</p>
      </div>
    </div>
  );
}

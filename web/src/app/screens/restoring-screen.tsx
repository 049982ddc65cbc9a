import { Spinner } from "../../ui/progress/spinner.tsx";

/** The only full-page wait: nothing can be shown before it is known who is there. */
export function RestoringScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-surface">
      <div className="flex flex-col items-center gap-3 text-muted" role="status">
        <Spinner size={40} />
        <p>Restoring your session</p>
      </div>
    </div>
  );
}

import { Spinner } from "../../ui/progress/spinner.tsx";

/** While the code of a page is on its way; the router shows it after a moment only. */
export function PendingScreen() {
  return (
    <div className="grid min-h-full place-items-center p-16">
      <Spinner label="Loading the page" size={32} />
    </div>
  );
}

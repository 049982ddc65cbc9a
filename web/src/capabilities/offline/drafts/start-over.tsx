import { Button } from "../../../ui/button/button.tsx";

/** At the left below a form whose draft is kept: throws it away. Beside Cancel it has to be said which one does that. */
export function StartOver({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="mr-auto flex items-center gap-2 text-faint text-xs">
      <Button onClick={onStartOver} variant="ghost">
        Start over
      </Button>
      Cancel keeps what you typed
    </p>
  );
}

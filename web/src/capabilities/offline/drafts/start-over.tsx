import { Button } from "../../../ui/button/button.tsx";

/**
 * A button at the bottom left of a form with a draft, which discards the draft. Its label distinguishes it from Cancel.
 */
export function StartOver({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="mr-auto flex items-center gap-2 text-faint text-xs">
      <Button onClick={onStartOver} variant="ghost">
        Start over
      </Button>
      {/* On a phone the buttons need its room. */}
      <span className="max-md:sr-only">Cancel keeps what you typed</span>
    </p>
  );
}

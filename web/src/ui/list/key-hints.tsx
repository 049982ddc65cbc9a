import { Kbd } from "../badge/kbd.tsx";

/** The keys that work in a list of results. */
export function KeyHints() {
  return (
    <>
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> Move
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> Open
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Esc</Kbd> Close
      </span>
    </>
  );
}

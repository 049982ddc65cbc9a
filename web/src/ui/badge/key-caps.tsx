import { Kbd } from "./kbd.tsx";

/** Keys that are pressed together, each with its cap. */
export function KeyCaps({ caps }: { caps: readonly string[] }) {
  return (
    <span className="flex flex-none items-center gap-1">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
    </span>
  );
}

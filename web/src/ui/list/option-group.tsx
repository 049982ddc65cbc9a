import { type ReactNode, useId } from "react";

/** Options that belong together, under their title. */
export function OptionGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      {/* A list of options may hold nothing else; the title names the group all the same. */}
      <div id={id} aria-hidden="true" className="px-2 pt-3 pb-1 font-semibold text-2xs text-faint">
        {title}
      </div>
      {children}
    </fieldset>
  );
}

import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import type { Section } from "../data/api.ts";
import { sectionFigures } from "../data/figures.ts";
import { countCards } from "../data/words.ts";

/** The figures of a section; none while it has no cards. */
export function FiguresStrip({ section }: { section: Section }) {
  const isPhone = useIsPhone();
  if (countCards(section) === 0) return null;
  return (
    <dl
      aria-label="Figures"
      // On a phone it scrolls sideways, and has to be reached by keys.
      tabIndex={isPhone ? 0 : undefined}
      className="grid flex-none auto-cols-fr grid-flow-col divide-x rounded-lg border bg-surface-raised shadow-1 max-md:auto-cols-auto max-md:justify-start max-md:scroll-row"
    >
      {sectionFigures(section).map(({ label, value, note }) => (
        <div
          key={label}
          className="min-w-0 px-4 py-3 max-md:min-w-max max-md:whitespace-nowrap max-md:px-3 max-md:py-2"
        >
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums max-md:text-sm">{value}</dd>
          <dd className="text-muted text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

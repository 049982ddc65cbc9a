import { ResponsiveGrid } from "../../ui/layout/responsive-grid.tsx";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Space, radius, shadow and the grid that wraps. */
export function ScaleSection() {
  return (
    <Specimen title="Scales" span={4}>
      <GroupLabel>Space, 4px grid</GroupLabel>
      <div className="mb-3 flex flex-wrap items-end gap-2.5">
        {[4, 8, 12, 16, 20, 24, 32, 40].map((edge) => (
          <span key={edge} className="inline-flex flex-col items-center gap-1 text-2xs text-faint">
            <span
              className="rounded-[2px] border border-primary-bright bg-primary-soft"
              style={{ width: edge, height: edge }}
            />
            {edge}
          </span>
        ))}
      </div>
      <GroupLabel>Radius</GroupLabel>
      <div className="mb-3 flex flex-wrap gap-2.5">
        {[4, 6, 8, 12, 16].map((radius) => (
          <span
            key={radius}
            className="grid h-8 w-10 place-items-center border-primary-bright border-t-2 border-l-2 text-2xs text-faint"
            style={{ borderTopLeftRadius: radius }}
          >
            {radius}
          </span>
        ))}
      </div>
      <GroupLabel>Shadow</GroupLabel>
      <div className="mb-4 flex flex-wrap gap-4">
        {["shadow-1", "shadow-2", "shadow-3", "shadow-4"].map((shadow) => (
          <span
            key={shadow}
            className={`grid h-9 w-12 place-items-center rounded-md border bg-surface-raised text-2xs text-faint ${shadow}`}
          >
            {shadow.slice(-1)}
          </span>
        ))}
      </div>
      <GroupLabel>Responsive grid</GroupLabel>
      <ResponsiveGrid minColumn={90} gap="sm">
        {["A", "B", "C", "D", "E"].map((letter) => (
          <span
            key={letter}
            className="grid h-8 place-items-center rounded-sm bg-surface-sunken text-2xs text-faint"
          >
            {letter}
          </span>
        ))}
      </ResponsiveGrid>
    </Specimen>
  );
}

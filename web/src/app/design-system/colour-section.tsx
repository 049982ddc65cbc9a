import { GroupLabel, Specimen } from "./specimen.tsx";

/** Surfaces, meanings, charts and departments, as they are in the theme that is on. */
export function ColourSection() {
  return (
    <Specimen title="Colour" span={8}>
      <GroupLabel>Surfaces</GroupLabel>
      <div className="mb-3.5 grid grid-cols-4 gap-2.5 xl:grid-cols-8">
        {surfaces.map(([name, value]) => (
          <Swatch key={name} name={name} colour={`var(--${value})`} tall bordered />
        ))}
      </div>
      <GroupLabel>Meaning: solid and soft</GroupLabel>
      <div className="mb-3.5 grid grid-cols-4 gap-2.5 xl:grid-cols-8">
        {meanings.map(([name, value]) => (
          <Meaning key={name} name={name} value={value} />
        ))}
      </div>
      <div className="grid gap-x-6 gap-y-3.5 md:grid-cols-2">
        <div>
          <GroupLabel>Charts, in order</GroupLabel>
          <div className="grid grid-cols-8 gap-1.5">
            {[1, 2, 3, 4, 5, 6, 7, 8].map((number) => (
              <Swatch key={number} name={String(number)} colour={`var(--chart-${number})`} />
            ))}
          </div>
        </div>
        <div>
          <GroupLabel>Departments</GroupLabel>
          <div className="grid grid-cols-3 gap-2.5 md:grid-cols-5">
            {departments.map((name) => (
              <Swatch key={name} name={name} colour={`var(--dept-${name.toLowerCase()})`} />
            ))}
          </div>
        </div>
      </div>
    </Specimen>
  );
}

function Swatch({ name, colour, tall, bordered }: SwatchProps) {
  return (
    <div className="min-w-0">
      <div
        className={`${tall ? "h-10" : "h-7"} rounded-md ${bordered ? "border border-strong" : ""}`}
        style={{ background: colour }}
      />
      <p className="mt-1 truncate font-medium text-2xs text-muted">{name}</p>
    </div>
  );
}

interface SwatchProps {
  name: string;
  colour: string;
  tall?: boolean;
  bordered?: boolean;
}

function Meaning({ name, value }: { name: string; value: string }) {
  const half = "grid h-10 place-items-center font-semibold";
  return (
    <div className="min-w-0">
      <div className="grid grid-cols-2">
        <span
          className={`${half} rounded-l-md`}
          style={{ background: `var(--${value})`, color: `var(--${value}-contrast)` }}
        >
          Aa
        </span>
        <span
          className={`${half} rounded-r-md`}
          style={{ background: `var(--${value}-soft)`, color: `var(--${value}-text)` }}
        >
          Aa
        </span>
      </div>
      <p className="mt-1 truncate font-medium text-2xs text-muted">{name}</p>
    </div>
  );
}

const surfaces = [
  ["Canvas", "canvas"],
  ["Surface", "surface"],
  ["Raised", "surface-raised"],
  ["Sunken", "surface-sunken"],
  ["Hover", "surface-hover"],
  ["Active", "surface-active"],
  ["Selected", "surface-selected"],
  ["Inverse", "surface-inverse"],
] as const;

const meanings = [
  ["Lagoon", "primary"],
  ["Coral", "accent"],
  ["Sun", "highlight"],
  ["Hibiscus", "danger"],
  ["Mango", "warning"],
  ["Palm", "success"],
  ["Sea", "info"],
  ["Driftwood", "secondary"],
] as const;

const departments = ["Business", "Frontend", "Backend", "DevOps", "Marketing"];

import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import "./contour-map.css";
import { type AtollShapes, drawAtoll, type IsletPlace, mapSize } from "./shapes.ts";

interface Landmark extends IsletPlace {
  /** Where the label stands, in the map's own units, and to which side its text runs. */
  label: { x: number; y: number; anchor: "start" | "end" };
  short?: string;
}

const landmarks: Record<(typeof initialDepartments)[number], Landmark> = {
  "Business Development": {
    degrees: -141,
    length: 70,
    width: 39,
    label: { x: 222, y: 168, anchor: "end" },
    short: "Business Dev",
  },
  Frontend: { degrees: -74, length: 50, width: 32, label: { x: 618, y: 126, anchor: "start" } },
  Backend: { degrees: 12, length: 61, width: 41, label: { x: 824, y: 478, anchor: "start" } },
  DevOps: { degrees: 68, length: 46, width: 35, label: { x: 668, y: 706, anchor: "start" } },
  Marketing: { degrees: 142, length: 63, width: 35, label: { x: 190, y: 674, anchor: "end" } },
};

let drawn: AtollShapes | undefined;

/** Drawn when it is first shown: pages of the workspace load this file too. */
function shapesOfMap(): AtollShapes {
  drawn ??= drawAtoll(
    21,
    initialDepartments.map((name) => landmarks[name]),
  );
  return drawn;
}

/** The atoll as a sea chart, for the pages outside the workspace. A picture only: what it says is in the text. */
export function ContourMap({ labels = false, className }: { labels?: boolean; className?: string }) {
  const shapes = shapesOfMap();
  return (
    <svg
      aria-hidden="true"
      className={["contour-map", className].join(" ")}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
    >
      <g className="contour-sea">{shapes.sea.map(toPath)}</g>
      <path className="contour-lagoon" d={shapes.lagoon} />
      <g className="contour-depths">{shapes.depths.map(toPath)}</g>
      <path className="contour-reef" d={shapes.reef} />
      <path className="contour-reef-top" d={shapes.reefTop} />
      {shapes.islets.map((islet) => (
        <g key={islet.beach}>
          <path className="contour-beach" d={islet.beach} />
          <path className="contour-green" d={islet.green} />
        </g>
      ))}
      {labels && <Labels />}
    </svg>
  );
}

function Labels() {
  const { islets } = shapesOfMap();
  return (
    <g className="contour-labels">
      {initialDepartments.map((name, index) => {
        const { label, short } = landmarks[name];
        const dot = islets[index]?.centre;
        if (!dot) return null;
        const reach = label.anchor === "end" ? 8 : -8;
        return (
          <g key={name}>
            <line className="contour-leader" x1={dot.x} x2={label.x + reach} y1={dot.y} y2={label.y - 5} />
            <circle
              className={`contour-dot contour-dot-${departmentSlug(name)}`}
              cx={dot.x}
              cy={dot.y}
              r={6}
            />
            <text className="contour-name" textAnchor={label.anchor} x={label.x} y={label.y}>
              {short ? <tspan className="contour-long">{name}</tspan> : name}
              {short && <tspan className="contour-short">{short}</tspan>}
            </text>
          </g>
        );
      })}
      <text className="contour-lagoon-name" textAnchor="middle" x={462} y={410}>
        the lagoon
      </text>
      <text className="contour-lagoon-note" textAnchor="middle" x={462} y={434}>
        one shared workspace
      </text>
    </g>
  );
}

const toPath = (d: string) => <path d={d} key={d} />;

import { Specimen } from "./specimen.tsx";

/** The sizes of type, each with its line height, face and weight. */
export function TypeSection() {
  return (
    <Specimen title="Type" note="Gabarito and Figtree" span={4}>
      {samples.map(({ text, look, note }) => (
        <div key={note} className="flex items-baseline justify-between gap-3 py-[3px]">
          <span className={`min-w-0 truncate ${look}`}>{text}</span>
          <span className="flex-none text-faint text-xs">{note}</span>
        </div>
      ))}
      <div className="flex items-end justify-between gap-3 pt-1">
        <p className="text-right">
          128,400
          <br />
          11,111
          <br />
          9,078
        </p>
        <span className="text-faint text-xs">tabular figures everywhere</span>
      </div>
    </Specimen>
  );
}

const samples = [
  { text: "Welcome back!", look: "type-greeting", note: "26/32 Gabarito 600" },
  { text: "Business Development", look: "type-page", note: "20/28 Gabarito 600" },
  { text: "Create Employee", look: "type-dialog", note: "16/24 Gabarito 600" },
  { text: "Harbour Freight, revised scope", look: "font-semibold text-md", note: "14/20 Figtree 600" },
  { text: "Staging is back on the new node pool.", look: "text-sm", note: "13/20 Figtree 400" },
  { text: "Releases, rollbacks and maintenance windows", look: "text-muted text-xs", note: "12/16 muted" },
  { text: "Fri 20 Nov, 10:24", look: "text-2xs text-faint", note: "11/16 faint" },
];

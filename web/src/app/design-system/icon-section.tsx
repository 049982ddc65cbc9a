import { Icon } from "../../ui/icon/icon.tsx";
import { iconNames } from "../../ui/icon/icon-registry.ts";
import { Specimen } from "./specimen.tsx";

/** One icon a concept, under the name that data may use. */
export function IconSection() {
  return (
    <Specimen title="Icons" note="lucide, 1.75 stroke, 16px in text and 20px alone" span={12}>
      <ul className="grid grid-cols-3 gap-x-2 gap-y-4 md:grid-cols-6 xl:grid-cols-10">
        {iconNames.map((name) => (
          <li key={name} className="flex min-w-0 flex-col items-center gap-1 text-muted">
            <Icon name={name} size={20} />
            <span className="max-w-full truncate text-2xs text-faint">{name}</span>
          </li>
        ))}
      </ul>
    </Specimen>
  );
}

import type { OpenAnnouncement, Reader } from "@atoll/contract/announcements/schemas";
import { CheckCheck, Eye, type LucideIcon } from "lucide-react";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { momentOf } from "../data/words.ts";

const states: Record<Reader["state"], { name: string; tone: BadgeTone; icon?: LucideIcon }> = {
  confirmed: { name: "Confirmed", tone: "success", icon: CheckCheck },
  read: { name: "Read", tone: "info", icon: Eye },
  unopened: { name: "Not opened", tone: "outline" },
  left: { name: "Left", tone: "secondary" },
};

export interface ReaderRowsProps {
  readers: readonly Reader[];
  announcement: OpenAnnouncement;
  chosen: readonly string[];
  onChoose: (personIds: readonly string[]) => void;
}

/** People of a ledger, each with what they have done; who is open can be chosen, to be nudged. */
export function ReaderRows({ readers, announcement, chosen, onChoose }: ReaderRowsProps) {
  const isOpen = ({ state }: Reader) => state === "unopened" || (announcement.mustRead && state === "read");
  return (
    <ul aria-label="People" className="flex flex-col">
      {readers.map((reader) => {
        const { person, departments, state } = reader;
        const { name, tone, icon } = states[state];
        return (
          <li
            key={person.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 last:border-b-0"
          >
            <span className="w-6 flex-none">
              {isOpen(reader) && (
                <Checkbox
                  hideLabel
                  label={`Choose ${person.name}`}
                  checked={chosen.includes(person.id)}
                  onChange={({ target }) =>
                    onChoose(
                      target.checked ? [...chosen, person.id] : chosen.filter((id) => id !== person.id),
                    )
                  }
                />
              )}
            </span>
            <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={28} />
            <span className="min-w-0 flex-1">
              <PersonName person={person} />
              <span className="block truncate text-muted text-xs">
                {departments.map((department) => department.name).join(", ")}
              </span>
            </span>
            <span className="w-28 flex-none">
              <Badge tone={tone} icon={icon}>
                {name}
              </Badge>
            </span>
            <span className="w-32 flex-none text-muted text-xs max-md:w-auto">{whenOf(reader)}</span>
            <span className="w-28 flex-none text-muted text-xs max-md:w-auto">
              {reader.nudges === 0 || reader.nudgedAt === null
                ? "Never nudged"
                : `${reader.nudges}, last ${momentOf(reader.nudgedAt)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function whenOf({ confirmedAt, readAt, confirmedEdition, state }: Reader): string {
  if (confirmedAt) return momentOf(confirmedAt);
  if (readAt) return momentOf(readAt);
  if (confirmedEdition !== null && state !== "left") return `Confirmed version ${confirmedEdition}`;
  return "Never";
}

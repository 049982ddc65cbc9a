import type { Overview } from "@atoll/contract/cards/overview-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { Users } from "lucide-react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { OnCallButton } from "../monitoring/on-call-button.tsx";

/** The members of a department, the one who is on call first. */
export function DepartmentPeople({ slug, overview }: { slug: string; overview: Overview }) {
  const { people, personCount, onCall } = overview;
  return (
    <Card
      title="People"
      icon={Users}
      counts={<Count value={personCount} />}
      action={<OnCallButton slug={slug} />}
      flush
    >
      <ul className="divide-y border-t">
        {onCall && (
          <li className="flex items-center gap-3 bg-surface-sunken px-4 py-3">
            <Face person={onCall.person} size={32} />
            <div className="min-w-0">
              <PersonName person={onCall.person} />
              <p className="text-muted text-xs">On call until {formatInstant(onCall.until)}</p>
            </div>
          </li>
        )}
        {people
          .filter(({ id }) => id !== onCall?.person.id)
          .map((person) => (
            <li key={person.id} className="flex items-center gap-3 px-4 py-2">
              <Face person={person} size={24} />
              <PersonName person={person} />
            </li>
          ))}
      </ul>
    </Card>
  );
}

function Face({ person, size }: { person: Person; size: 24 | 32 }) {
  return <PersonAvatar person={person} size={size} decorative />;
}

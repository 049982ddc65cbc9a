import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Phone, Users } from "lucide-react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

const weekMs = 7 * 86_400_000;

/** The members of a department, the one who is on call first. */
export function DepartmentPeople({ slug, overview }: { slug: string; overview: Overview }) {
  const { people, personCount, onCall } = overview;
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: (personId: string | null) =>
      call(routes.setOnCall, {
        params: { slug },
        body: { personId, until: new Date(Date.now() + weekMs).toISOString() },
      }),
    onSuccess: ({ onCall: now }) =>
      queryClient.setQueryData<Overview>(
        ["cards", "overview", slug],
        (held) => held && { ...held, onCall: now },
      ),
    onError: (error) => notify.error(errorMessage(error, "Failed to change who is on call")),
  });
  return (
    <Card
      title="People"
      icon={Users}
      counts={<Count value={personCount} />}
      action={
        <Menu
          align="end"
          label="On call"
          items={[
            ...people.map((person) => ({
              label: `${person.name}, for a week`,
              onSelect: () => choose.mutate(person.id),
            })),
            "separator" as const,
            { label: "Nobody", onSelect: () => choose.mutate(null) },
          ]}
          trigger={
            <Button size="sm" variant="ghost" icon={Phone}>
              On call
            </Button>
          }
        />
      }
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

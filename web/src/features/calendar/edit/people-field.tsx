import { Hash } from "lucide-react";
import { PeoplePicker, type PickedGroup } from "../../../capabilities/people/people-picker.tsx";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useOwnChannels } from "../data/use-own-channels.ts";
import type { EventFields } from "./event-form.ts";
import type { Invited } from "./use-invited.ts";

/** Colleagues, departments and channels in one field. A group stands for the people who are in it now. */
export function PeopleField({ form, invited }: { form: Form<EventFields>; invited: Invited }) {
  const { departments } = useViewer();
  const channels = useOwnChannels();
  const { value: people, onValueChange: setPeople, ...field } = useChoice(form, "people");
  const { value: departmentIds, onValueChange: setDepartments } = useChoice(form, "departmentIds");
  const { value: channelIds, onValueChange: setChannels } = useChoice(form, "channelIds");
  const all: PickedGroup[] = [
    ...departments.map(({ id, slug, name }) => ({
      id: `department/${id}`,
      label: name,
      detail: "Department",
      mark: <DepartmentDot department={slug} />,
    })),
    ...channels.map(({ id, name }) => ({
      id: `channel/${id}`,
      label: `#${name}`,
      also: name,
      detail: "Channel",
      mark: <Hash className="size-3.5 text-faint" />,
    })),
  ];
  const count = invited.ids.length;
  return (
    <div className="flex flex-col gap-2">
      <PeoplePicker
        floats
        {...field}
        groups={{
          all,
          chosen: [
            ...departmentIds.map((id) => `department/${id}`),
            ...channelIds.map((id) => `channel/${id}`),
          ],
          label: "Search people and departments",
          onChange: (ids) => {
            setDepartments(idsOf("department", ids));
            setChannels(idsOf("channel", ids));
          },
        }}
        label="People"
        max={100}
        onChange={setPeople}
        people={people}
      />
      {invited.error ? (
        <InlineAlert tone="error">{invited.error}</InlineAlert>
      ) : (
        invited.hasGroups && (
          <p className="text-muted text-xs" role="status">
            {invited.isCounting ? "Counting the members" : countWords(count)}
          </p>
        )
      )}
    </div>
  );
}

function idsOf(kind: "department" | "channel", ids: readonly string[]): string[] {
  return ids.flatMap((id) => (id.startsWith(`${kind}/`) ? id.slice(kind.length + 1) : []));
}

function countWords(count: number): string {
  if (count === 0) return "Nobody else is in it.";
  return counted(count, "person is invited.", "people are invited.");
}

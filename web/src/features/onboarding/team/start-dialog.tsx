import type { Person } from "@atoll/contract/people/schemas";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { startOnboarding } from "../data/api.ts";
import { useKeepOnboarding, usePaths } from "../data/queries.ts";

/** Starts a path for somebody by hand. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const query = usePaths(true);
  const keep = useKeepOnboarding();
  const published = (query.data ?? []).filter(({ state }) => state === "published");
  const [id] = useState(uuidv7);
  const form = useForm({
    values: {
      pathId: null as string | null,
      person: [] as Person[],
      startOn: dayOf(new Date()),
      manager: [] as Person[],
      buddy: [] as Person[],
    },
    async send({ startOn, person: [person], manager: [manager], buddy: [buddy] }) {
      const answer = await startOnboarding({
        id,
        pathId: path?.id ?? "",
        personId: person?.id ?? "",
        startOn,
        managerId: manager?.id ?? path?.owner.id ?? null,
        buddyId: buddy?.id ?? null,
      });
      keep(answer);
      notify.success("The path has started");
      onClose();
    },
  });
  const pathId = useChoice(form, "pathId");
  const path = published.find((one) => one.id === pathId.value);
  const person = useChoice(form, "person");
  const startOn = useChoice(form, "startOn");
  const manager = useChoice(form, "manager");
  const buddy = useChoice(form, "buddy");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Start a path"
      verb="Start Path"
      isDisabled={!path || person.value.length === 0 || startOn.value === ""}
    >
      {!query.data && <LoadState query={query} failure="Failed to load the paths" />}
      <Select
        {...pathId}
        label="Path"
        placeholder={query.data && published.length === 0 ? "Publish a path first" : "Select a path"}
        options={published.map(({ id: value, name }) => ({ value, label: name }))}
      />
      <PeoplePicker label="Newcomer" people={person.value} onChange={person.onValueChange} max={1} />
      <DateField {...startOn} label="First day" />
      <PeoplePicker label="Manager" people={manager.value} onChange={manager.onValueChange} max={1} />
      <PeoplePicker label="Buddy" people={buddy.value} onChange={buddy.onValueChange} max={1} />
    </FormDialog>
  );
}

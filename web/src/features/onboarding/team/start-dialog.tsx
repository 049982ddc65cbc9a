import type { ListedPath } from "@atoll/contract/onboarding/path-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { startOnboarding } from "../data/api.ts";
import { useKeepOnboarding, usePaths } from "../data/queries.ts";

/** Starts a path for somebody by hand. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const { data = [] } = usePaths(true);
  const keep = useKeepOnboarding();
  const published = data.filter(({ state }) => state === "published");
  const [id] = useState(uuidv7);
  const [path, setPath] = useState<ListedPath>();
  const [person, setPerson] = useState<Person[]>([]);
  const [manager, setManager] = useState<Person[]>([]);
  const [buddy, setBuddy] = useState<Person[]>([]);
  const [startOn, setStartOn] = useState(() => dayOf(new Date()));
  const start = useMutation({
    mutationFn: () =>
      startOnboarding({
        id,
        pathId: path?.id ?? "",
        personId: person[0]?.id ?? "",
        startOn,
        managerId: manager[0]?.id ?? path?.owner.id ?? null,
        buddyId: buddy[0]?.id ?? null,
      }),
    onSuccess(answer) {
      keep(answer);
      notify.success("The path has started");
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Start a path"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={start.isPending}
            disabled={!path || person.length === 0 || startOn === ""}
          >
            Start Path
          </Button>
        </>
      }
    >
      {start.error && <InlineAlert tone="error">{errorMessage(start.error)}</InlineAlert>}
      <Select
        label="Path"
        placeholder={published.length === 0 ? "Publish a path first" : "Select a path"}
        options={published.map(({ id: value, name }) => ({ value, label: name }))}
        value={path?.id ?? null}
        onValueChange={(value) => setPath(published.find((one) => one.id === value))}
      />
      <PeoplePicker label="Newcomer" people={person} onChange={setPerson} max={1} />
      <DateField label="First day" value={startOn} onValueChange={setStartOn} />
      <PeoplePicker label="Manager" people={manager} onChange={setManager} max={1} />
      <PeoplePicker label="Buddy" people={buddy} onChange={setBuddy} max={1} />
    </Dialog>
  );
}

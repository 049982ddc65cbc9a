import type { Onboarding } from "@atoll/contract/onboarding/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeOnboarding, setStopped } from "../data/api.ts";
import { useKeepOnboarding } from "../data/queries.ts";

const listOf = (person: Person | null) => (person ? [person] : []);

/** The first day and the people of somebody's path. */
export function LeadDialog({ onboarding, onClose }: { onboarding: Onboarding; onClose: () => void }) {
  const keep = useKeepOnboarding();
  const [startOn, setStartOn] = useState(onboarding.startOn);
  const [movesMade, setMovesMade] = useState(true);
  const [manager, setManager] = useState(() => listOf(onboarding.manager));
  const [buddy, setBuddy] = useState(() => listOf(onboarding.buddy));
  const isStopped = onboarding.state === "stopped";
  const name = authorName(onboarding.person);
  const change = useMutation({
    mutationFn: () =>
      changeOnboarding(onboarding.id, {
        ...(startOn === onboarding.startOn ? {} : { startOn, movesMade }),
        ...(manager[0]?.id === onboarding.manager?.id ? {} : { managerId: manager[0]?.id ?? null }),
        ...(buddy[0]?.id === onboarding.buddy?.id ? {} : { buddyId: buddy[0]?.id ?? null }),
        revision: onboarding.revision,
      }),
    onSuccess(answer) {
      keep(answer);
      notify.success("Saved");
      onClose();
    },
  });
  const stop = useMutation({
    mutationFn: () => setStopped(onboarding.id, !isStopped),
    onSuccess(answer) {
      keep(answer);
      notify.success(isStopped ? `The path of ${name} goes on` : `The path of ${name} is stopped`);
      onClose();
    },
  });
  const error = change.error ?? stop.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${name}: ${onboarding.path.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" loading={stop.isPending} onClick={() => stop.mutate()}>
            {isStopped ? "Resume path" : "Stop path"}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={change.isPending} disabled={startOn === ""}>
            Save
          </Button>
        </>
      }
    >
      {error && (
        <InlineAlert tone="error">
          {hasCode(error, "changed_meanwhile")
            ? "Someone else changed this path. It is up to date now: save again to use what you chose."
            : errorMessage(error)}
        </InlineAlert>
      )}
      <DateField
        label="First day"
        help="Items move with it, to working days of the company. Those that are done or were given another day stay."
        value={startOn}
        onValueChange={setStartOn}
      />
      {startOn !== onboarding.startOn && (
        <Checkbox
          label="Move tasks and meetings too"
          help="Those that are already in task lists and calendars. Guests get the new time. Otherwise they stay on their days."
          checked={movesMade}
          onChange={() => setMovesMade(!movesMade)}
        />
      )}
      <PeoplePicker label="Manager" people={manager} onChange={setManager} max={1} />
      <PeoplePicker label="Buddy" people={buddy} onChange={setBuddy} max={1} />
    </Dialog>
  );
}

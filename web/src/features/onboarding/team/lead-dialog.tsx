import type { Onboarding } from "@atoll/contract/onboarding/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { z } from "zod";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice, useToggle } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeOnboarding, setStopped } from "../data/api.ts";
import { useFetchOnboarding, useKeepOnboarding } from "../data/queries.ts";

const schema = z.object({
  startOn: z.string(),
  movesMade: z.boolean(),
  manager: z.array(z.custom<Person>()),
  buddy: z.array(z.custom<Person>()),
});

function storedOf({ startOn, manager, buddy, revision }: Onboarding) {
  return {
    values: { startOn, movesMade: true, manager: listOf(manager), buddy: listOf(buddy) },
    version: revision,
  };
}

const listOf = (person: Person | null) => (person ? [person] : []);

/** The first day and the people of somebody's path. */
export function LeadDialog({ onboarding, onClose }: { onboarding: Onboarding; onClose: () => void }) {
  const keep = useKeepOnboarding();
  const fetchNewest = useFetchOnboarding(onboarding.id);
  const form = useEditForm({
    stored: storedOf(onboarding),
    schema,
    fetchNewest: async () => storedOf(await fetchNewest()),
    async save({ startOn, movesMade, manager: [manager], buddy: [buddy] }, { changed, version }) {
      const answer = await changeOnboarding(onboarding.id, {
        ...(changed.has("startOn") && { startOn, movesMade }),
        ...(changed.has("manager") && { managerId: manager?.id ?? null }),
        ...(changed.has("buddy") && { buddyId: buddy?.id ?? null }),
        revision: version,
      });
      keep(answer);
      return undefined;
    },
    onDone() {
      notify.success("Saved");
      onClose();
    },
  });
  const startOn = useChoice(form, "startOn");
  const movesMade = useToggle(form, "movesMade");
  const manager = useChoice(form, "manager");
  const buddy = useChoice(form, "buddy");
  const isStopped = onboarding.state === "stopped";
  const name = authorName(onboarding.person);
  const stop = useMutation({
    mutationFn: () => setStopped(onboarding.id, !isStopped),
    onSuccess(answer) {
      keep(answer);
      notify.success(isStopped ? `The path of ${name} goes on` : `The path of ${name} is stopped`);
      onClose();
    },
  });
  return (
    <FormDialog
      keptAs={`onboarding/${onboarding.id}`}
      form={form}
      onClose={onClose}
      title={`${name}: ${onboarding.path.name}`}
      verb="Save"
      isDisabled={startOn.value === ""}
      aside={
        <Button variant="ghost" className="mr-auto" loading={stop.isPending} onClick={() => stop.mutate()}>
          {isStopped ? "Resume path" : "Stop path"}
        </Button>
      }
    >
      {stop.error && <InlineAlert tone="error">{errorMessage(stop.error)}</InlineAlert>}
      <FormClashes form={form} labels={{ startOn: "First day", manager: "Manager", buddy: "Buddy" }} />
      <DateField
        {...startOn}
        label="First day"
        help="Items move with it, to working days. Completed items and those with a day of their own stay."
      />
      {startOn.value !== onboarding.startOn && (
        <Checkbox
          {...movesMade}
          label="Move tasks and meetings too"
          help="Those that are already in task lists and calendars. Guests get the new time. Otherwise they stay on their days."
        />
      )}
      <PeoplePicker label="Manager" people={manager.value} onChange={manager.onValueChange} max={1} />
      <PeoplePicker label="Buddy" people={buddy.value} onChange={buddy.onValueChange} max={1} />
    </FormDialog>
  );
}

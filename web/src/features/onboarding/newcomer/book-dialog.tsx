import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { bookMeeting } from "../data/api.ts";
import { useKeepOnboarding } from "../data/queries.ts";
import { itemTitle } from "../words.ts";

interface BookDialogProps {
  onboarding: OpenOnboarding;
  item: OnboardingItem;
  onClose: () => void;
}

/** Puts a meeting with a person to meet into the calendar. */
export function BookDialog({ onboarding, item, onClose }: BookDialogProps) {
  const keep = useKeepOnboarding();
  const today = dayOf(new Date());
  const [day, setDay] = useState([item.dueOn, today].toSorted()[1] ?? today);
  const [time, setTime] = useState("12:30");
  const booking = useMutation({
    mutationFn: () =>
      bookMeeting(onboarding.id, item.id, {
        start: `${day}T${time}`,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        minutes: item.minutes,
      }),
    onSuccess(answer) {
      keep(answer);
      notify.success(`${itemTitle(item)} is invited`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Meet ${itemTitle(item)}`}
      description={`A meeting of ${item.minutes} minutes in your calendar. They are invited.`}
      width={400}
      onSubmit={(event) => {
        event.preventDefault();
        booking.mutate();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={booking.isPending}
            disabled={day === "" || time === ""}
          >
            Book Meeting
          </Button>
        </>
      }
    >
      {booking.error && <InlineAlert tone="error">{errorMessage(booking.error)}</InlineAlert>}
      <DateField label="Day" value={day} min={today} onValueChange={setDay} />
      <TimeField label="Time" value={time} onValueChange={setTime} />
    </Dialog>
  );
}

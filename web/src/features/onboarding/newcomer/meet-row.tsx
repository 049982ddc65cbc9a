import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { Check } from "lucide-react";
import { useState } from "react";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { bookMeeting } from "../data/api.ts";
import { useKeepOnboarding } from "../data/queries.ts";
import { formatPathDay, itemTitle } from "../words.ts";
import { useTick } from "./use-tick.ts";

/** A person to meet: booked in the calendar, or ticked once it has happened. */
export function MeetRow({ onboarding, item }: { onboarding: OpenOnboarding; item: OnboardingItem }) {
  const [isBooking, setBooking] = useState(false);
  const tick = useTick(onboarding, item);
  const isDone = item.doneAt !== null;
  const { person } = item;
  const title = itemTitle(item);
  const role =
    person === null
      ? "Not chosen yet"
      : person.id === onboarding.buddy?.id
        ? "Buddy"
        : person.id === onboarding.manager?.id
          ? "Manager"
          : item.note;
  return (
    <li id={`item-${item.id}`} tabIndex={-1} className="flex min-h-10 items-center gap-2">
      {person && <PresentAvatar userId={person.id} name={person.name} picture={person.avatar} size={32} />}
      <div className="min-w-0 flex-1">
        <p className="truncate">{title}</p>
        <p className="truncate text-muted text-xs">{role}</p>
      </div>
      {!isDone && item.eventId !== null && (
        <span className="text-muted text-xs">{formatPathDay(item.dueOn)}</span>
      )}
      {!isDone && item.eventId === null && person && item.canTick && (
        <Button size="sm" aria-label={`Book a meeting with ${title}`} onClick={() => setBooking(true)}>
          Book
        </Button>
      )}
      {item.canTick ? (
        <IconButton
          size="sm"
          icon={Check}
          label={isDone ? `Met ${title}: take the tick back` : `Mark ${title} as met`}
          aria-pressed={isDone}
          className={isDone ? "text-success-text" : "text-faint"}
          onClick={() => tick.mutate(!isDone)}
        />
      ) : (
        isDone && <Check role="img" aria-label="Met" className="size-4 text-success-text" />
      )}
      {isBooking && <BookDialog onboarding={onboarding} item={item} onClose={() => setBooking(false)} />}
    </li>
  );
}

interface BookDialogProps {
  onboarding: OpenOnboarding;
  item: OnboardingItem;
  onClose: () => void;
}

/** Puts a meeting with a person to meet into the calendar. */
function BookDialog({ onboarding, item, onClose }: BookDialogProps) {
  const keep = useKeepOnboarding();
  const today = dayOf(new Date());
  const form = useForm({
    values: { day: [item.dueOn, today].toSorted()[1] ?? today, time: "12:30" },
    async send({ day, time }) {
      const answer = await bookMeeting(onboarding.id, item.id, {
        start: `${day}T${time}`,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        minutes: item.minutes,
      });
      keep(answer);
      notify.success(`${itemTitle(item)} is invited`);
      onClose();
    },
  });
  const day = useChoice(form, "day");
  const time = useChoice(form, "time");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Meet ${itemTitle(item)}`}
      description={`A meeting of ${item.minutes} minutes in your calendar. They are invited.`}
      width={400}
      verb="Book Meeting"
      isDisabled={day.value === "" || time.value === ""}
    >
      <DateField {...day} label="Day" min={today} />
      <TimeField {...time} label="Time" />
    </FormDialog>
  );
}

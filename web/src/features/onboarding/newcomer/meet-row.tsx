import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { Check } from "lucide-react";
import { useState } from "react";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { formatPathDay, itemTitle } from "../words.ts";
import { BookDialog } from "./book-dialog.tsx";
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

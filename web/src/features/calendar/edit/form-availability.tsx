import { useState } from "react";
import type { Form } from "../../../lib/form/use-form.ts";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { clock } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Availability } from "../availability/availability.tsx";
import type { Stretch } from "../availability/judge-span.ts";
import { wallAt } from "../time/wall.ts";
import { chosenIn } from "./chosen-time.ts";
import type { EventFields } from "./event-form.ts";

interface FormAvailabilityProps {
  form: Form<EventFields>;
  /** People who attend in any case. */
  organiserId: string;
  invitedIds: readonly string[];
  /** Which is being changed: its own time is free. */
  exceptEventId: string | null;
}

/** A time is looked for between so many minutes and twelve hours. */
const [shortest, longest, usual] = [5, 12 * 60, 60];

/** Shows how the entered time suits the invited people, and times that suit them better. */
export function FormAvailability({ form, organiserId, invitedIds, exceptEventId }: FormAvailabilityProps) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const fields = form.watch();
  const ids = [organiserId, ...invitedIds];
  if (ids.length < 2)
    return <p className="text-muted text-xs max-md:hidden">Invite people to see when they are free.</p>;
  if (isPhone && !isOpen)
    return (
      <Button className="self-start" onClick={() => setOpen(true)}>
        Find a time
      </Button>
    );
  const chosen = chosenIn(fields);
  const minutes = chosen ? (chosen.until.getTime() - chosen.from.getTime()) / 60_000 : usual;

  function take({ from, until }: Stretch) {
    // Commit the text of a focused field first, because choosing a time overwrites it.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    const [start, end] = [wallAt(from, fields.zone), wallAt(until, fields.zone)];
    form.fill("startDay", start.day);
    form.fill("startTime", clock(start.minute));
    form.fill("endDay", end.day);
    form.fill("endTime", clock(end.minute));
  }
  const canTake = !fields.isAllDay && minutes <= longest;
  return (
    <>
      <Availability
        chosen={chosen}
        durationMinutes={Math.min(longest, Math.max(shortest, Math.round(minutes)))}
        exceptEventId={exceptEventId}
        ids={ids}
        onTake={canTake ? take : undefined}
      />
      {fields.rule !== "" && (
        <p className="text-muted text-xs">For a recurring event, only this occurrence is checked.</p>
      )}
    </>
  );
}

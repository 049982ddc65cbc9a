import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { GuestMark } from "../../../capabilities/people/program-mark.tsx";
import { countsInWords, rsvpNames } from "../data/words.ts";

/** The invited people and their answers. */
export function Attendees({ event: { attendees, counts, attendeeCount } }: { event: OpenEvent }) {
  if (attendeeCount < 2) return null;
  return (
    <section aria-label="Attendees">
      <DialogPersonCards />
      <div className="flex items-baseline gap-2 pb-2">
        <h3 className="flex-1 font-semibold text-xs">Attendees</h3>
        <span className="text-muted text-xs">{countsInWords(counts)}</span>
      </div>
      <ul className="flex flex-col gap-1.5">
        {attendees.map(({ person, isOrganiser, rsvp, note }) => (
          <li className="flex items-start gap-2.5" key={person.id}>
            <span {...personMark(person.id)} className="flex-none cursor-pointer">
              <PersonAvatar person={person} decorative size={24} />
            </span>
            <span className="min-w-0 flex-1 pt-0.5">
              <span className="flex min-w-0 items-center gap-1.5">
                <NameButton userId={person.id} className="block">
                  {authorName(person)}
                </NameButton>
                {person.isGuest && <GuestMark />}
              </span>
              {note && <span className="block break-words text-muted text-xs">{note}</span>}
            </span>
            <span className="pt-0.5 text-muted text-xs">{isOrganiser ? "Organiser" : rsvpNames[rsvp]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

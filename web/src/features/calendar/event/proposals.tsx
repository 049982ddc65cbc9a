import type { OpenEvent, TimeProposal } from "@atoll/contract/calendar/schemas";
import { instantIn } from "@atoll/contract/zones";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { acceptProposal, deleteProposal } from "../changes/changes.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { spanInWords } from "../time/day-words.ts";
import { readWall, wallAt } from "../time/wall.ts";

/** Other times that attendees proposed: the organiser takes one, or turns it down. */
export function Proposals({ event }: { event: OpenEvent }) {
  return (
    <section aria-label="Other times that were proposed">
      <h3 className="pb-1.5 font-semibold text-xs">Other times that were proposed</h3>
      <ul className="flex flex-col gap-2">
        {event.proposals.map((proposal) => (
          <ProposalRow event={event} key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  );
}

function ProposalRow({ event, proposal }: { event: OpenEvent; proposal: TimeProposal }) {
  const signedIn = useSignedIn();
  const viewer = useViewer();
  const [isBusy, setBusy] = useState(false);
  const isOwn = proposal.person.id === viewer.id;
  async function act(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(errorMessage(error, "Failed to change the event"));
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="rounded-md border bg-surface-raised px-3 py-2">
      <p className="font-medium">{whenOf(proposal, event.allDay)}</p>
      <p className="break-words text-muted text-xs">
        {isOwn ? "You" : authorName(proposal.person)}
        {proposal.note && `: ${proposal.note}`}
      </p>
      <div className="flex justify-end gap-2 pt-1">
        <Button
          disabled={isBusy}
          onClick={() => void act(() => deleteProposal(signedIn, event.id, proposal.id))}
          size="sm"
          variant="ghost"
        >
          {isOwn ? "Take back" : "Turn down"}
        </Button>
        {event.mayChange && (
          <Button
            loading={isBusy}
            onClick={() => void act(() => acceptProposal(signedIn, event, proposal.id))}
            size="sm"
            variant="primary"
          >
            Move to this time
          </Button>
        )}
      </div>
    </li>
  );
}

function whenOf({ start, end, zone }: TimeProposal, isAllDay: boolean): string {
  if (isAllDay) return daysInWords({ from: readWall(start), to: readWall(end) });
  const at = (wall: string) => wallAt(instantIn(zone, wall.slice(0, 10), wall.slice(11)));
  return spanInWords({ from: at(start), to: at(end) });
}

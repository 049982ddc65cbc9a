import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeEvent } from "../data/changes.ts";
import { isOverInSeries, notifyLabel, othersOf } from "../edit/notify-label.ts";
import { dayWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";

/** The differences of single occurrences from their series, and for editors a way to revert each. */
export function ApartFromSeries({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const [sending, setSending] = useState<string>();
  const { occurrence, mayChange, cancelled } = event;
  const isTold = occurrence.start !== occurrence.occurrence || occurrence.location !== null;
  const othersAt = (which: string) => (isOverInSeries(event, which, new Date()) ? 0 : othersOf(event));
  async function putBack(which: string, said: string) {
    setSending(which);
    try {
      const of = { scope: "this" as const, occurrence: which, version: event.version };
      await changeEvent(signedIn, event, { ...of, asSeries: true }, said);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to change the event"));
    } finally {
      setSending(undefined);
    }
  }
  const button = (which: string, verb: string, others: number, said: string) =>
    mayChange && (
      <Button
        disabled={sending !== undefined}
        loading={sending === which}
        onClick={() => void putBack(which, said)}
        size="xs"
      >
        {notifyLabel(verb, others)}
      </Button>
    );
  return (
    <>
      {mayChange && event.isSeries && occurrence.isException && (
        <li className="pl-[26px]">
          {button(
            occurrence.occurrence,
            "As the others",
            isTold ? othersAt(occurrence.occurrence) : 0,
            `${event.title} is as the others again`,
          )}
        </li>
      )}
      {cancelled.map((which) => {
        const day = dayWords(readWall(which).day, "weekday");
        return (
          <li className="flex flex-wrap items-center justify-between gap-2 pl-[26px]" key={which}>
            <span className="text-muted">Cancelled on {day}</span>
            {button(which, "Bring back", othersAt(which), `${event.title} is on ${day} again`)}
          </li>
        );
      })}
    </>
  );
}

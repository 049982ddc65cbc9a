import type { Rsvp } from "@atoll/contract/calendar/limits";
import {
  type GuestEvent,
  guestEventRoutes,
  type OpenGuestEvent,
} from "@atoll/contract/guest-access/event-routes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, MapPin, Repeat2 } from "lucide-react";
import { useState } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PersonName } from "../../../capabilities/people/person-name.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { spanOf } from "../data/items.ts";
import { rsvpNames } from "../data/words.ts";
import { daysInWords } from "../drag/use-grid-drag.ts";
import { ruleWords } from "../edit/rule.ts";
import { AnswerFields, answers } from "../event/answer-box.tsx";
import { Line, LinkLine } from "../event/event-body.tsx";
import { spanInWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";

type Shown = "upcoming" | "past";

const tabs = [
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
] as const;

/** The events that a guest was invited to, each at its times. */
export function GuestEvents() {
  const [show, setShow] = useState<Shown>("upcoming");
  const list = usePages({
    queryKey: ["guest-events", "list", show],
    fetchPage: (cursor, options) =>
      call(guestEventRoutes.listGuestEvents, { query: { show, ...(cursor && { cursor }) } }, options),
    keyOf: ({ id, occurrence }: GuestEvent) => `${id} ${occurrence}`,
    on: { "guest-thing.changed": (data, { kind }) => (kind === "event" ? refetch() : data) },
  });
  return (
    <Tabs label="Events" tabs={tabs} value={show} onValueChange={setShow}>
      <div className="pt-3">
        <PagedList
          list={list}
          skeleton={<RowSkeletons label="Loading events" mark={16} rowClassName="py-2" />}
          empty={
            <EmptyState
              drawing="events"
              title={show === "upcoming" ? "No upcoming events" : "No past events"}
            >
              Events that somebody invites you to are here.
            </EmptyState>
          }
        >
          {(events) => (
            <ul aria-label="Events" className="flex flex-col">
              {events.map((event) => (
                <li key={`${event.id} ${event.occurrence}`}>
                  <EventRow event={event} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Tabs>
  );
}

/** Returns when an event takes place, in the time zone of the viewer. */
function whenInWords(event: GuestEvent): string {
  const span = spanOf(event.allDay, event);
  return event.allDay ? `${daysInWords(span)}, all day` : spanInWords(span);
}

function EventRow({ event }: { event: GuestEvent }) {
  return (
    <AddressLink
      address={`/calendar?event=${event.id}&at=${encodeURIComponent(event.occurrence)}`}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md px-2 py-2 hover:bg-surface-hover"
    >
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium wrap-anywhere">{event.title}</span>
        <span className="block text-muted text-xs">
          {[whenInWords(event), event.location].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className="text-muted text-xs">
        {event.rsvp === "pending" ? "Not answered" : rsvpNames[event.rsvp]}
      </span>
    </AddressLink>
  );
}

const eventKey = (eventId: string, occurrence: string | undefined) => [
  "guest-events",
  "one",
  eventId,
  occurrence ?? "",
];

interface OneEvent {
  eventId: string;
  /** Which of its times; the next one when left out. */
  occurrence: string | undefined;
}

/** An event as its guest sees it. They answer the invitation, and write comments. */
export function GuestEventView({ eventId, occurrence }: OneEvent) {
  const query = useLiveQuery<{ event: OpenGuestEvent | null }>({
    queryKey: eventKey(eventId, occurrence),
    queryFn: ({ signal }) =>
      call(
        guestEventRoutes.getGuestEvent,
        { params: { eventId }, query: occurrence ? { occurrence } : {} },
        { signal },
      ),
    on: {
      "guest-thing.changed": (data, { subjectId, isOver }) => {
        if (subjectId !== eventId) return data;
        return isOver ? { event: null } : refetch();
      },
    },
    retry: false,
  });
  const { data, error } = query;
  if (hasCode(error, "event_not_found", "occurrence_not_found") || data?.event === null)
    return (
      <EmptyState
        drawing="events"
        title="This event does not exist, or you cannot see it."
        action={
          <AddressLink address="/calendar" className="text-primary-text hover:underline">
            Show all events
          </AddressLink>
        }
      >
        It was deleted, or you are not invited to it any more.
      </EmptyState>
    );
  if (!data)
    return (
      <LoadState query={query} failure="Failed to load events">
        <RowSkeletons label="Loading the event" mark={28} rowClassName="gap-3 py-2" />
      </LoadState>
    );
  return <Whole event={data.event} asked={occurrence} />;
}

const nobody = { mentions: [], mentionsAll: null };

function Whole({ event, asked }: { event: OpenGuestEvent; asked: string | undefined }) {
  const viewer = useViewer();
  return (
    <article className="flex max-w-[760px] flex-col gap-5">
      <h1 className="type-page wrap-anywhere">{event.title}</h1>
      <ul className="flex flex-col gap-2">
        <Line icon={CalendarClock}>{whenInWords(event)}</Line>
        {event.rule && <Line icon={Repeat2}>{ruleWords(event.rule, readWall(event.start).day)}</Line>}
        {event.location && <Line icon={MapPin}>{event.location}</Line>}
        <LinkLine link={event.link} />
      </ul>
      <Answer event={event} asked={asked} />
      {event.description !== "" && (
        <section aria-label="Description" className="flex flex-col gap-2">
          <h2 className="font-semibold">Description</h2>
          <WrittenText
            className="wrap-anywhere"
            content={event.description}
            calls={nobody}
            viewerId={viewer.id}
          />
        </section>
      )}
      <section aria-label="Attendees" className="flex flex-col gap-2">
        <h2 className="font-semibold">Attendees</h2>
        <ul className="flex flex-col gap-1.5">
          {event.attendees.map(({ person, isOrganiser, rsvp }) => (
            <li className="flex items-center gap-2.5" key={person.id}>
              <PersonAvatar person={person} decorative size={24} />
              <span className="flex min-w-0 flex-1 items-center gap-1.5">
                <PersonName person={person} />
              </span>
              <span className="text-muted text-xs">{isOrganiser ? "Organiser" : rsvpNames[rsvp]}</span>
            </li>
          ))}
        </ul>
        {event.invitedBy && <p className="text-muted text-xs">Invited by {event.invitedBy.name}</p>}
      </section>
      <Comments subject={{ kind: "event", id: event.id }} />
    </article>
  );
}

/** Whether the guest comes, to this one or to all, with a note that the organiser reads. */
function Answer({ event, asked }: { event: OpenGuestEvent; asked: string | undefined }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [chosenForOne, setForOne] = useState<boolean>();
  const isForOne = chosenForOne ?? event.isOfOccurrence;
  const note = typed ?? event.note;
  const answering = useMutation({
    mutationFn: (rsvp: Exclude<Rsvp, "pending">) =>
      call(guestEventRoutes.answerGuestEvent, {
        params: { eventId: event.id },
        body: { rsvp, note, occurrence: event.isSeries && isForOne ? event.occurrence : null },
      }),
    onSuccess: async () => {
      setTyped((now) => (now === typed ? undefined : now));
      await queryClient.invalidateQueries({ queryKey: eventKey(event.id, asked) });
    },
  });
  const send = (rsvp: Rsvp) => {
    if (rsvp !== "pending") answering.mutate(rsvp);
  };
  return (
    <section
      aria-label="Your answer"
      className="flex max-w-[420px] flex-col gap-2 rounded-md border bg-surface-raised p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Going?</h2>
        <Segmented<Rsvp>
          label="Going?"
          onValueChange={send}
          options={answers}
          value={answering.isPending ? (answering.variables ?? event.rsvp) : event.rsvp}
        />
      </div>
      <AnswerFields
        note={note}
        onNote={setTyped}
        isForOne={event.isSeries ? isForOne : undefined}
        onForOne={setForOne}
      />
      {event.rsvp !== "pending" && note.trim() !== event.note && (
        <Button className="self-end" loading={answering.isPending} onClick={() => send(event.rsvp)} size="sm">
          Send note
        </Button>
      )}
      {answering.error && (
        <InlineAlert tone="error">{errorMessage(answering.error, "Failed to send your answer")}</InlineAlert>
      )}
    </section>
  );
}

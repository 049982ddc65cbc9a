import { Link } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { commentStoreOf } from "../../capabilities/comments/comment-store.ts";
import type { OutboxEntry } from "../../capabilities/offline/outbox/outbox-entry.ts";
import { outboxOf } from "../../capabilities/offline/outbox/own-outbox.ts";
import { useIsOffline } from "../../lib/server/use-offline.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";
import { notify } from "../../ui/toast/toast.tsx";

/** The fields of any body that hold what a person typed, in the order in which they are read. */
const typedFields = [
  "title",
  "name",
  "url",
  "filename",
  "text",
  "content",
  "description",
  "body",
  "notes",
  "note",
  "reply",
  "reason",
  "location",
  "data",
];

/** Holds what was typed, under other names. */
const containers = [
  "task",
  "event",
  "idea",
  "question",
  "note",
  "change",
  "set",
  "answer",
  "requirement",
  "link",
];

/**
 * Pure: returns what a person typed in the body of an entry of any kind, one field a paragraph. Empty for a change without
 * words, such as a move.
 */
function typedWords(body: object): string {
  return [...new Set(wordsIn(changeIn(body) ?? body))].join("\n\n");
}

/** Pure: returns the name of what a change is about, such as “Price list”; undefined for other entries. */
function changedThing(body: object): string | undefined {
  return changeIn(body) && "title" in body && typeof body.title === "string" ? body.title : undefined;
}

const changeIn = (body: object): object | undefined =>
  "change" in body && isObject(body.change) ? body.change : undefined;

function wordsIn(body: object): string[] {
  const values = new Map<string, unknown>(Object.entries(body));
  const own = typedFields.flatMap((field) => {
    const value = values.get(field);
    if (typeof value === "string") return value.trim() === "" ? [] : [value];
    return field === "data" && isObject(value) ? Object.values(value).filter(isText) : [];
  });
  return [
    ...own,
    ...containers.flatMap((field) => (isObject(values.get(field)) ? wordsIn(Object(values.get(field))) : [])),
  ];
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Everything in the outbox: first what the server refused, then what waits for a connection. */
export function NotSentList() {
  const signedIn = useSignedIn();
  const outbox = outboxOf(signedIn);
  const entries = useSyncExternalStore(outbox.subscribe, outbox.all);
  // Areas register what they send at the start; comments are registered with the first page that has some.
  useEffect(() => void commentStoreOf(signedIn), [signedIn]);
  const refused = entries.filter(({ failure }) => failure !== null);
  const pending = entries.filter(({ failure }) => failure === null);
  if (entries.length === 0) return <EmptyState title="Nothing is waiting to be sent." drawing="generic" />;
  return (
    <div className="flex flex-col gap-6">
      <Part title="Could not be sent" entries={refused} />
      <Part title="Waiting to be sent" entries={pending} />
    </div>
  );
}

function Part({ title, entries }: { title: string; entries: readonly OutboxEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-sm">{title}</h2>
      <ul className="flex flex-col gap-2">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { entry: OutboxEntry }) {
  const outbox = outboxOf(useSignedIn());
  const isOffline = useIsOffline();
  const words = typedWords(entry.body);
  const thing = changedThing(entry.body);
  const what = outbox.wordsOf(entry).one;
  const retry = outbox.retryOf(entry);
  const isRefused = entry.failure !== null;
  function remove() {
    outbox.remove(entry.id);
    notify.success("Removed", {
      id: `removed/${entry.id}`,
      stays: true,
      action: { label: "Undo", onClick: () => outbox.restore(entry) },
    });
  }
  return (
    <li className="rounded-md border bg-surface-raised p-3">
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-muted text-xs">
        <span className="font-semibold text-text">{what.charAt(0).toUpperCase() + what.slice(1)}</span>
        {thing && !words.includes(thing.replace(/[“”]/g, "")) && (
          <span className="wrap-anywhere">{thing}</span>
        )}
        {entry.madeAt && entry.madeOn && (
          <span className="min-w-0 wrap-anywhere">
            written in{" "}
            <Link className="text-primary-text hover:underline" to={entry.madeAt}>
              {entry.madeOn}
            </Link>
          </span>
        )}
        <time dateTime={entry.createdAt}>{formatInstant(entry.createdAt)}</time>
      </p>
      {words !== "" && (
        <p className="my-1.5 max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{words}</p>
      )}
      <p className="text-xs">
        {isRefused ? (
          <>
            <span className="font-semibold text-danger-text">Not sent</span>{" "}
            <span className="text-muted">{entry.failure}</span>
          </>
        ) : (
          <span className="text-muted">
            {isOffline ? "It is sent when the connection is back." : "It is being sent."}
          </span>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isRefused && retry && (
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        )}
        {words !== "" && (
          <Button size="sm" onClick={() => copyText(words, "Text copied")}>
            Copy
          </Button>
        )}
        {(isRefused || isOffline) && (
          <Button size="sm" variant="ghost" onClick={remove}>
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}

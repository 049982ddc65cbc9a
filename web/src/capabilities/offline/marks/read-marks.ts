import { backoffMs } from "../../../lib/request/backoff.ts";
import { isRefusal } from "../../../lib/request/judge-error.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { inTurn } from "../in-turn.ts";

/** How far the person has read in each subject: a channel, a thread, the comments on a task. */
export interface ReadMarks {
  /** Everything up to a number was read; the server hears of it soon. */
  mark(subject: string, seq: number): void;
  /** The server knows of as much, from here or from elsewhere. */
  heard(subject: string, seq: number): void;
  /** Positions that the server may not know yet. */
  unsent(): ReadonlyMap<string, number>;
  /** Tries again what could not be sent. */
  retry(): void;
  forget(subject: string): void;
  stop(): void;
}

export interface ReadMarksOptions {
  /** Tabs find each other by it. */
  name: string;
  send: (subject: string, seq: number) => Promise<unknown>;
  /** At most one mark a subject is sent in this time: where much is said each word moves it. */
  spacingMs?: number;
}

const longestPauseMs = 15_000;

/** The marks of one kind as long as the person is signed in; what got lost goes at once when the connection is back. */
export function openReadMarks(signedIn: SignedIn, options: ReadMarksOptions): ReadMarks {
  const { realtime, viewer, onEnd } = signedIn;
  const marks = createReadMarks({ ...options, name: `atoll.${options.name}.${viewer.id}` });
  onEnd(marks.stop);
  onEnd(
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") marks.retry();
    }),
  );
  return marks;
}

/**
 * Tells the server what was read, the newest mark of each subject only, one tab at a time. What got lost on the way is
 * sent again after a pause: the connection that brings events may have been there all the time.
 */
export function createReadMarks({ name, send, spacingMs = 1000 }: ReadMarksOptions): ReadMarks {
  const wanted = new Map<string, number>();
  /** Subjects whose mark was sent a moment ago, or is on its way. */
  const resting = new Set<string>();
  /** How often in a row a subject's mark could not be sent. */
  const failures = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const stopping = new AbortController();

  function flush(subject: string): void {
    if (!wanted.has(subject) || stopping.signal.aborted || resting.has(subject)) return;
    resting.add(subject);
    void inTurn(`${name} ${subject}`, stopping.signal, () => tell(subject));
  }

  async function tell(subject: string): Promise<void> {
    const seq = wanted.get(subject);
    let pauseMs = spacingMs;
    try {
      // Another tab may have told of as much while this one waited for its turn.
      if (seq !== undefined) await send(subject, seq);
      if (wanted.get(subject) === seq) wanted.delete(subject);
      failures.delete(subject);
    } catch (error) {
      if (isRefusal(error)) wanted.delete(subject);
      const failed = (failures.get(subject) ?? 0) + 1;
      failures.set(subject, failed);
      pauseMs = backoffMs(failed + 1, { baseMs: spacingMs, maxMs: longestPauseMs });
    }
    if (stopping.signal.aborted) return;
    timers.set(
      subject,
      setTimeout(() => resume(subject), pauseMs),
    );
  }

  function resume(subject: string): void {
    clearTimeout(timers.get(subject));
    timers.delete(subject);
    resting.delete(subject);
    flush(subject);
  }

  return {
    mark(subject, seq) {
      if (seq <= (wanted.get(subject) ?? -1)) return;
      wanted.set(subject, seq);
      flush(subject);
    },
    heard(subject, seq) {
      if ((wanted.get(subject) ?? Number.POSITIVE_INFINITY) <= seq) wanted.delete(subject);
    },
    unsent: () => wanted,
    retry() {
      failures.clear();
      // A position that is being sent has no timer, and is left to arrive.
      for (const subject of [...wanted.keys()])
        if (timers.has(subject) || !resting.has(subject)) resume(subject);
    },
    forget: (subject) => void wanted.delete(subject),
    stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

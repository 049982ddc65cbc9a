import { errorMessage } from "../../lib/request/api-error.ts";
import { judge } from "../../lib/request/judge-error.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { notify } from "../../ui/toast/toast.tsx";
import type { ToastAction } from "../../ui/toast/toast-message.ts";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import type { Act, ChangedArea, PendingChange } from "./changed-area.ts";
import { offerUndo } from "./offer-undo.ts";
import { forgetUndos } from "./undo-last.ts";

/** A change that the server has not confirmed. Its id is that of the change. */
export type Unsettled<A extends Act> = OutboxEntry<PendingChange<A>>;

/** `waiting`: there is no answer yet, and it is sent again until there is one. */
export type Settled = "sent" | "waiting";

export interface ChangeQueue<A extends Act> {
  /** In the order in which they were made; the same array until something changes. */
  unsettled(): readonly Unsettled<A>[];
  subscribe(listener: () => void): () => void;
  /**
   * Makes a change: it is shown at once and sent after those before it.
   * @param changeId where the change's id means something, as that of a new object does.
   * @param also another action of the toast, if the change is sent while its caller waits.
   * @returns rejects with the reason when the server refuses it.
   */
  run(pending: PendingChange<A>, changeId?: string, also?: ToastAction): Promise<Settled>;
  /** The same, with the reason in a toast. */
  change(pending: PendingChange<A>, changeId?: string): void;
}

interface Waiter {
  also: ToastAction | undefined;
  resolve(settled: Settled): void;
  reject(error: unknown): void;
}

/** Opens the queue of an area: its entries in the outbox, and those who wait for them. */
export function openQueue<A extends Act>(signedIn: SignedIn, area: ChangedArea<A>): ChangeQueue<A> {
  const awaited = new Map<string, Waiter>();
  const all = outboxOf(signedIn);
  const outbox = all.register<PendingChange<A>>({
    name: area.name,
    shape: { about: "strings", title: "string", said: "string", change: "object" } as never,
    isInOrder: true,
    linesOf: ({ about }) => about,
    async send({ id, body }) {
      const outcome = await area.send(signedIn, id, body);
      const waiter = take(id);
      waiter?.resolve("sent");
      if (body.said !== "" && outcome !== false)
        offerUndo(
          area.name,
          body.said,
          area.undo && (async () => area.undo?.(signedIn, id, body)),
          waiter?.also,
        );
    },
    onRefused({ id, body }, reason, error) {
      const waiting = take(id);
      if (waiting) {
        waiting.reject(error);
        return undefined;
      }
      const saved = area.onRefused?.(signedIn, body, error);
      const isKept = saved === undefined && typed.test(JSON.stringify(body.change));
      const refusal = `${body.title} ${refusalOf(body)} ${reason}`;
      notify.error(saved ?? (isKept ? `${refusal} Your text is kept under Not sent.` : refusal), {
        id: area.name,
      });
      return isKept ? "kept" : undefined;
    },
    isGivenUp(error, { id, body }) {
      // Nothing is created yet, and the form has all of it: an error on the server is no lost connection.
      const waiting = body.change.act === "create" ? take(id) : undefined;
      waiting?.reject(error);
      return waiting !== undefined;
    },
    onStalled: (error) => showThatAllWait(judge(error) === "unanswered"),
    failure: "Try again.",
    words: area.words,
  });
  void readFormer();
  // Another tab may have sent it.
  const stop = outbox.subscribe(() => {
    const ids = new Set(outbox.entries().map(({ id }) => id));
    for (const id of [...awaited.keys()]) if (!ids.has(id)) queueMicrotask(() => take(id)?.resolve("sent"));
  });
  signedIn.onEnd(() => {
    stop();
    forgetUndos();
    outbox.end();
  });

  const refusalOf = ({ change }: PendingChange<A>) =>
    change.act === "create" ? "could not be created." : area.refusal;

  /** Refused changes are not shown as done. */
  function unsettled(): readonly Unsettled<A>[] {
    if (seen !== outbox.entries()) [seen, pending] = [outbox.entries(), outbox.entries().filter(isPending)];
    return pending;
  }
  let seen = outbox.entries();
  let pending = seen.filter(isPending);

  /** Gives entries that an earlier version stored their present form, under the same key. */
  async function readFormer(): Promise<void> {
    const { names, load } = area.former ?? {};
    const old = all.all().filter(({ kind }) => names?.includes(kind));
    if (!load || old.length === 0) return;
    const read = await load();
    for (const entry of old) {
      const body = read(entry.kind, entry.body);
      if (body) outbox.put({ ...entry, kind: area.name, subject: area.name, body });
    }
  }

  function take(id: string): Waiter | undefined {
    const one = awaited.get(id);
    awaited.delete(id);
    return one;
  }

  /** No form stays open for what is sent later. */
  function showThatAllWait(isOffline: boolean): void {
    if (awaited.size === 0) return;
    for (const id of [...awaited.keys()]) take(id)?.resolve("waiting");
    const text = isOffline
      ? "There is no connection. This is sent when you are connected again."
      : "The server cannot accept this right now. It is sent again later.";
    notify.info(text, { id: `${area.name}-waits` });
  }

  function run(body: PendingChange<A>, changeId = uuidv7(), also?: ToastAction): Promise<Settled> {
    for (const { id, body: before } of unsettled()) {
      const isSame = before.about.some((one) => body.about.includes(one));
      if (isSame && area.replaces?.(body.change, before.change)) outbox.remove(id);
    }
    return new Promise((resolve, reject) => {
      awaited.set(changeId, { also, resolve, reject });
      const createdAt = new Date().toISOString();
      outbox.put({ id: changeId, kind: area.name, subject: area.name, body, createdAt, failure: null });
    });
  }

  return {
    unsettled,
    subscribe: outbox.subscribe,
    run,
    change(pending, changeId) {
      run(pending, changeId).catch((error: unknown) =>
        notify.error(`${pending.title} ${refusalOf(pending)} ${errorMessage(error)}`, { id: area.name }),
      );
    },
  };
}

/** Something typed in a change: one that is refused after the person left is kept under Not sent. */
const typed = /"(title|text|description|content|notes?|reply|url)":"./;

const isPending = ({ failure }: OutboxEntry) => failure === null;

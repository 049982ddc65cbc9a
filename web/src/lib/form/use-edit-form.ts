import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DefaultValues, FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { SpokenError } from "../request/api-error.ts";
import { isChangedMeanwhile } from "../request/judge-error.ts";
import { type Clash, type Fields, fieldNames, isSameValue, mergeEdits, valueAt } from "./merge-edits.ts";
import { type Form, type FormOptions, useForm } from "./use-form.ts";

/** The stored values of an edited thing, as a form shows them. */
export interface Stored<Values, Source = unknown> {
  values: Values;
  version: number;
  /** The stored thing itself, if a save needs more than the fields. */
  source?: Source;
}

/** The parts of an edit that are sent. */
export interface Edit<Values, Source = unknown> {
  /** The names of the fields that the person changed: `title`, `data.value`. */
  changed: ReadonlySet<string>;
  /** The version that these changes were made from. */
  version: number;
  /** The values stored in that version, as the form shows them. */
  seen: Values;
  /** The stored thing itself. */
  source: Source | undefined;
  /** Returns only the changed fields of a parsed value. */
  pick: <Parsed extends object>(parsed: Parsed) => Partial<Parsed>;
}

interface EditOptions<Values extends FieldValues, Parsed, Source>
  extends Omit<FormOptions<Values, Parsed>, "values" | "send"> {
  /** The thing as it is known now: changes by others arrive here. */
  stored: Stored<Values & DefaultValues<Values>, Source>;
  /** The values at first, where they propose something that is not stored: what differs is saved like an edit. */
  proposed?: (Values & DefaultValues<Values>) | undefined;
  /**
   * Fetches the thing after the server refused a save because someone else changed it. Without a value, `stored` brings
   * it, such as by a query that was refetched.
   */
  fetchNewest: () => Promise<Stored<Values, Source> | undefined>;
  /** Saves the changed fields. Returns what is stored then, for a form that stays open, or undefined. */
  save: (parsed: Parsed, edit: Edit<Values, Source>) => Promise<Stored<Values, Source> | undefined>;
  /** Called after the save, and when there is nothing to save. */
  onDone?: (parsed: Parsed) => void;
}

/** The base of an edit, for words that are kept while it is not saved. */
export interface EditedWords {
  /** The stored values that the person's own are compared with. */
  base: () => Fields;
  /** Compares fields whose kept words were filled in with what is stored now: others may have changed them. */
  restored: (seen: Fields, names: readonly string[]) => void;
  /** Shows what is stored. */
  startOver: () => void;
}

/** A form that edits a stored thing. */
export interface EditForm<Values extends FieldValues> extends Form<Values> {
  edited: EditedWords;
  /** Fields that someone else has changed to another value than the person did. */
  clashes: readonly Clash[];
  keepMine: (name: string) => void;
  takeTheirs: (name: string) => void;
}

/** A save is tried so often over newer versions that change other fields. */
const maxAttempts = 3;
const maxWaitMs = 2_000;

/**
 * The state of a form that edits a stored thing which other people edit too. Fields that only others changed follow them;
 * fields that only the person changed are sent, with the version seen. A field that both changed keeps the person's
 * value and is a clash, which they settle before they can save.
 */
export function useEditForm<Values extends FieldValues, Parsed extends object, Source = unknown>({
  stored,
  proposed,
  fetchNewest,
  save,
  onDone,
  ...options
}: EditOptions<Values, Parsed, Source>): EditForm<Values> {
  const base = useRef<Stored<Values, Source>>(stored);
  const latest = useRef<Stored<Values, Source>>(stored);
  const arrived = useRef(() => {});
  const isPaused = useRef(false);
  const sent = useRef<Values[]>([]);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const unsettled = useRef(clashes);
  /** Values of the fields that clash, from before the other person's change. */
  const before = useRef(new Map<string, unknown>());

  const form = useForm<Values, Parsed>({
    ...options,
    values: proposed ?? stored.values,
    async send(parsed) {
      isPaused.current = true;
      try {
        await sendChanges(parsed);
      } catch (error) {
        isPaused.current = false;
        throw error;
      }
      onDone?.(parsed);
    },
  });

  /** Reads the form again, now that fields of others were filled in. */
  async function parse(): Promise<Parsed> {
    const schema = typeof options.schema === "function" ? await options.schema() : options.schema;
    const read = schema.safeParse(form.getValues());
    if (read.success) return read.data;
    throw new SpokenError(read.error.issues[0]?.message);
  }
  async function sendChanges(first: Parsed): Promise<void> {
    let parsed = first;
    for (let attempt = 1; ; attempt += 1) {
      if (unsettled.current.length > 0) throw new SpokenError(unsettledText);
      const edit = editOf(base.current, form.getValues());
      if (edit.changed.size === 0) return;
      try {
        sent.current.push(structuredClone(form.getValues()));
        const saved = await save(parsed, edit);
        if (saved) startFrom(saved);
        return;
      } catch (error) {
        if (!isChangedMeanwhile(error) || attempt === maxAttempts) throw error;
        const newest = (await fetchNewest()) ?? (await nextStored(edit.version));
        if (!newest) throw error;
        follow(newest);
        parsed = await parse();
      }
    }
  }
  /** Waits until the screen shows a newer version; undefined where none comes. */
  async function nextStored(version: number): Promise<Stored<Values, Source> | undefined> {
    if (latest.current.version > version) return latest.current;
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived.current = resolve;
    const timer = setTimeout(resolve, maxWaitMs);
    await promise;
    clearTimeout(timer);
    return latest.current.version > version ? latest.current : undefined;
  }
  function startFrom(saved: Stored<Values, Source>): void {
    base.current = saved;
    sent.current = [];
    isPaused.current = false;
    form.reset(saved.values);
  }
  function settle(next: readonly Clash[]): void {
    unsettled.current = next;
    for (const name of before.current.keys())
      if (!next.some((clash) => clash.name === name)) before.current.delete(name);
    setClashes(next);
  }
  function put(name: string, value: unknown): void {
    const at = name as FieldPath<Values>;
    form.fill(at, value as FieldPathValue<Values, typeof at>);
  }
  function follow(newest: Stored<Values, Source>): void {
    if (newest.version < base.current.version) return;
    const found = mergeEdits(base.current.values, form.getValues(), newest.values, sent.current);
    for (const { name } of found.clashes)
      if (!before.current.has(name)) before.current.set(name, valueAt(base.current.values, name));
    base.current = newest;
    for (const name of found.taken) put(name, valueAt(newest.values, name));
    const names = new Set(found.clashes.map(({ name }) => name));
    // A field that the other person has put back to the own value is settled.
    const open = unsettled.current.filter(
      ({ name }) =>
        !names.has(name) && !isSameValue(valueAt(form.getValues(), name), valueAt(newest.values, name)),
    );
    if (open.length > 0 || names.size > 0 || unsettled.current.length > 0)
      settle([...open, ...found.clashes]);
  }
  const followStored = useEffectEvent(() => {
    latest.current = stored;
    arrived.current();
    if (!isPaused.current) follow(stored);
  });
  const mark = `${stored.version} ${JSON.stringify(stored.values)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored thing is read when its mark changes
  useEffect(() => followStored(), [mark]);

  return {
    ...form,
    clashes,
    edited: {
      base: () => withValues(base.current.values, before.current),
      restored(seen, names) {
        const { values } = base.current;
        const found = names
          .map((name) => ({ name, theirs: valueAt(values, name) }))
          .filter(
            ({ name, theirs }) =>
              !isSameValue(valueAt(form.getValues(), name), theirs) && !isSameValue(seen[name], theirs),
          );
        for (const { name } of found) before.current.set(name, seen[name]);
        if (found.length > 0) settle(found);
      },
      startOver() {
        settle([]);
        form.reset(base.current.values);
      },
    },
    keepMine(name) {
      settle(unsettled.current.filter((clash) => clash.name !== name));
    },
    takeTheirs(name) {
      put(name, valueAt(base.current.values, name));
      settle(unsettled.current.filter((clash) => clash.name !== name));
    },
  };
}

/** Puts values at fields by their names. */
function withValues(values: Fields, at: ReadonlyMap<string, unknown>): Fields {
  const copy = structuredClone(values) as Record<string, unknown>;
  for (const [name, value] of at) {
    const [group = name, inner] = name.split(".", 2);
    if (inner === undefined) copy[name] = value;
    else copy[group] = { ...(copy[group] as Fields), [inner]: value };
  }
  return copy;
}

const unsettledText = "Someone else changed the same field. Choose which of the two to keep, then save.";

function editOf<Values extends FieldValues, Source>(
  { values, version, source }: Stored<Values, Source>,
  own: Values,
): Edit<Values, Source> {
  const changed = new Set(
    fieldNames(values).filter((name) => !isSameValue(valueAt(values, name), valueAt(own, name))),
  );
  return {
    changed,
    version,
    seen: values,
    source,
    pick: (parsed) =>
      Object.fromEntries(Object.entries(parsed).filter(([name]) => changed.has(name))) as Partial<
        typeof parsed
      >,
  };
}

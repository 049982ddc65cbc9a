import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { type Fields, fieldNames, isSameValue, valueAt } from "../../lib/form/merge-edits.ts";
import { discardedEvent, savedEvent } from "../../lib/form/report-saved.ts";
import type { EditedWords } from "../../lib/form/use-edit-form.ts";
import type { Form } from "../../lib/form/use-form.ts";
import { deleteKeptWords, type KeptWords, readKeptWords, writeKeptWords } from "../../lib/kept-words.ts";
import { Button } from "../button/button.tsx";
import { InlineAlert } from "../state/inline-alert.tsx";
import { notify } from "../toast/toast.tsx";
import { restoredWords, wordsFields } from "./typed-words.ts";

/** A form whose words can be kept. */
export interface KeepableForm<Values extends FieldValues>
  extends Pick<Form<Values>, "control" | "getValues" | "watch" | "fill" | "reset"> {
  /** Only a form that edits a stored thing has it. */
  edited?: EditedWords;
}

/** Returns the form where its words can be kept: some dialogs only send. */
export function keepable<Values extends FieldValues>(
  form: Partial<KeepableForm<Values>>,
): KeepableForm<Values> | undefined {
  return isKeepable(form) ? form : undefined;
}

const isKeepable = <Values extends FieldValues>(
  form: Partial<KeepableForm<Values>>,
): form is KeepableForm<Values> => form.control !== undefined;

interface FormWordsProps<Values extends FieldValues> {
  form: KeepableForm<Values>;
  /** Names the form and the thing that it is about. Without it, the words return only to an equal form on the same page. */
  keptAs?: string | undefined;
  /** Names the form on its page where `keptAs` is missing. */
  title?: string;
}

/** The kept words of a form, from its first opening on: a dialog of several steps shows one form in several dialogs. */
interface Followed {
  initial: Fields;
  keys: Set<string>;
  isRestored: boolean;
  /** Names of fields that were a password at any time. Their owner may have made one readable. */
  secrets: Set<string>;
}

const followed = new WeakMap<object, Followed>();

/** Deletes what was kept of a form, because its person discarded it. */
export function forgetWords(form: { control: object }): void {
  const state = followed.get(form.control);
  if (!state) return;
  state.isRestored = false;
  for (const key of state.keys) deleteKeptWords(key);
}

/**
 * Keeps what is typed in a form in this tab until it is sent or discarded, so that a reload, a step back or a link loses
 * nothing. Restores it when the form is opened again, and says so. Rendered inside the form element.
 */
export function FormWords<Values extends FieldValues>({ form, keptAs, title = "" }: FormWordsProps<Values>) {
  const place = useRef<HTMLDivElement>(null);
  // The library takes over values only after the first effects.
  const [isReady, setReady] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => setReady(true), []);
  const follow = useEffectEvent((): (() => void) => {
    const element = place.current?.closest("form");
    const state = stateOf(form);
    const key = keptAs ?? keyOnPage(title, form.edited?.base() ?? state.initial);
    state.keys.add(key);
    const kept = readKeptWords(key);
    if (kept) {
      restore(form, state, kept);
      setShown(state.isRestored);
    }
    const { unsubscribe } = form.watch((_values, { type }) => {
      // Other changes come from the app: a template, a proposal, the edits of others.
      if (type === "change" || state.isRestored) keep(form, state, key, element);
    });
    // Stays after the dialog is gone: it closes before the form reports that it was sent.
    element?.addEventListener(savedEvent, () => {
      forgetWords(form);
      state.initial = structuredClone(form.getValues());
      setShown(false);
    });
    element?.addEventListener(discardedEvent, () => forgetWords(form));
    const { pathname } = location;
    return () => {
      unsubscribe();
      // A form that was sent reports it in a moment.
      setTimeout(() => {
        if (location.pathname !== pathname && readKeptWords(key))
          notify.info(`What you typed in “${title}” is kept in this tab until you open it again`);
      });
    };
  });
  useEffect(() => (isReady ? follow() : undefined), [isReady]);
  function startOver(): void {
    forgetWords(form);
    if (form.edited) form.edited.startOver();
    else form.reset();
    setShown(false);
  }
  return (
    <div ref={place} hidden={!isShown} {...{ [restoredWords]: isShown || undefined }}>
      {isShown && (
        <InlineAlert
          tone="info"
          action={
            <Button size="xs" onClick={startOver}>
              Start over
            </Button>
          }
        >
          This is what you typed before. It has not been sent.
        </InlineAlert>
      )}
    </div>
  );
}

function stateOf<Values extends FieldValues>(form: KeepableForm<Values>): Followed {
  const known = followed.get(form.control);
  if (known) return known;
  const state = {
    initial: structuredClone(form.getValues()),
    keys: new Set<string>(),
    isRestored: false,
    secrets: new Set<string>(),
  };
  followed.set(form.control, state);
  return state;
}

/** A form that begins with other values is about another thing. */
function keyOnPage(title: string, base: Fields): string {
  return `${location.pathname}${location.search} ${title} ${hash(JSON.stringify(base))}`;
}

/** FNV-1a: the values themselves would be too long for a key. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

function keep<Values extends FieldValues>(
  form: KeepableForm<Values>,
  { initial, secrets }: Followed,
  key: string,
  element: HTMLFormElement | null | undefined,
): void {
  // Choices alone are made again in a moment.
  if (!element?.querySelector(wordsFields)) return;
  for (const field of element.querySelectorAll(secretFields)) secrets.add(field.getAttribute("name") ?? "");
  const base = form.edited?.base() ?? initial;
  const values = form.getValues();
  const words: { base: Record<string, unknown>; own: Record<string, unknown> } = { base: {}, own: {} };
  for (const name of fieldNames(values)) {
    const own = valueAt(values, name);
    const before = valueAt(base, name);
    if (secrets.has(name) || secretNames.test(name) || isSameValue(own, before) || !isStorable(own)) continue;
    words.own[name] = own;
    words.base[name] = before ?? null;
  }
  if (Object.keys(words.own).length > 0) writeKeptWords(key, words);
  else deleteKeptWords(key);
}

function restore<Values extends FieldValues>(
  form: KeepableForm<Values>,
  state: Followed,
  kept: KeptWords,
): void {
  const values = form.getValues();
  const known = new Set(fieldNames(values));
  const own = Object.entries(kept.own).filter(
    ([name, value]) => known.has(name) && !isSameValue(value, valueAt(values, name)),
  );
  for (const [name, value] of own) form.fill(name as FieldPath<Values>, value as never);
  form.edited?.restored(kept.base, Object.keys(kept.own));
  if (own.length > 0) state.isRestored = true;
}

/** Files and what else is more than data cannot be stored. */
function isStorable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isStorable);
}

const secretFields = "[type=password], [autocomplete*=password], [autocomplete=one-time-code]";
const secretNames = /password|secret|token|passphrase|(^|\.)(code|pin|otp|key)$/i;

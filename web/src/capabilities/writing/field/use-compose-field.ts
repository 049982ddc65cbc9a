import type { Person } from "@atoll/contract/people/schemas";
import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { useOptionList } from "../../../ui/list/use-option-list.ts";
import { emojiOfName } from "../emoji/emoji-names.ts";
import { calledIds } from "./called-ids.ts";
import { findEmojiName, findTrigger } from "./find-trigger.ts";
import { type Callable, type Suggestion, useSuggestions } from "./use-suggestions.ts";
import type { Written } from "./writing-keys.ts";

/** Nobody presses one of its keys before the field is there. */
const keysPart = lazyPart(() => import("./writing-keys.ts"));

export interface ComposeFieldOptions {
  callable: Callable;
  text: string;
  /** The person changed the text, by a key or a choice. */
  onTextChange: (text: string) => void;
}

/** A field to write in: calls and emoji are completed from a list, by keys or by touch. */
export function useComposeField({ callable, text, onTextChange }: ComposeFieldOptions) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the last key left the caret; null once it was moved otherwise: then nothing is being written. */
  const [caret, setCaret] = useState<number | null>(null);
  /** The list that was closed by Escape stays closed for the word it was open for. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [picked, setPicked] = useState<readonly Person[]>([]);
  // People picked for a text that is gone are not meant in the next one.
  if (text === "" && picked.length > 0) setPicked([]);
  const wantedCaret = useRef<number | null>(null);
  const wantedEnd = useRef<number | null>(null);
  /** Behind the space that a choice brought: the one that most people type by habit is that one. */
  const broughtSpace = useRef<number | null>(null);
  const keys = useLazyPart(keysPart, true, () => undefined);
  const found = caret === null ? null : findTrigger(text, caret);
  const trigger = found && found.start !== closedAt ? found : null;
  const suggestions = useSuggestions(trigger, callable);
  const isOpen = trigger !== null && suggestions.length > 0;
  const options = useOptionList({
    count: suggestions.length,
    key: `${trigger?.kind} ${trigger?.query}`,
    onChoose: choose,
  });
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return;
    field.current?.setSelectionRange(wantedCaret.current, wantedEnd.current ?? wantedCaret.current);
    wantedCaret.current = null;
    wantedEnd.current = null;
  });

  function setText(next: string, nextCaret: number, isTyped: boolean) {
    if (findTrigger(next, nextCaret) === null) setClosedAt(null);
    setCaret(isTyped ? nextCaret : null);
    onTextChange(next);
  }
  function replace(from: number, to: number, put: string, isTyped: boolean) {
    const next = text.slice(0, from) + put + text.slice(to);
    wantedCaret.current = from + put.length;
    setText(next, wantedCaret.current, isTyped);
    field.current?.focus();
  }
  function write(next: Written) {
    wantedCaret.current = next.start;
    wantedEnd.current = next.end;
    setText(next.text, next.end, false);
  }
  function onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
    broughtSpace.current = null;
    const { value, selectionEnd } = target;
    const named = findEmojiName(value, selectionEnd);
    const emoji = named && emojiOfName(named.name);
    if (!named || !emoji) return setText(value, selectionEnd, true);
    wantedCaret.current = named.start + emoji.length;
    setText(value.slice(0, named.start) + emoji + value.slice(selectionEnd), wantedCaret.current, true);
  }
  function choose(index: number) {
    const chosen = suggestions[index];
    if (!chosen || !trigger || caret === null) return;
    if (chosen.kind === "person") setPicked([chosen.person, ...picked]);
    const isSpaced = /^\s/.test(text.slice(caret));
    replace(trigger.start, caret, textOf(chosen) + (isSpaced ? "" : " "), false);
    broughtSpace.current = isSpaced ? null : wantedCaret.current;
  }
  function isBroughtSpace({ key }: KeyboardEvent): boolean {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const at = broughtSpace.current;
    return key === " " && at !== null && selectionStart === at && selectionEnd === at && text[at - 1] === " ";
  }
  /** Whether the key was the list's, and is done with. */
  function takeKey(event: KeyboardEvent): boolean {
    if (isBroughtSpace(event) && !isComposing(event)) {
      broughtSpace.current = null;
      event.preventDefault();
      return true;
    }
    if (!isOpen || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    // A command that is written in full is carried out.
    if (event.key === "Enter" && suggestions.some(({ kind, title }) => kind === "command" && title === text))
      return false;
    if (event.key === "Escape") setClosedAt(trigger.start);
    else if (event.key === "Tab" && !event.shiftKey) choose(activeOf(options, suggestions));
    else if (event.shiftKey || !["Enter", "ArrowUp", "ArrowDown"].includes(event.key)) return false;
    else options.field.onKeyDown(event);
    event.preventDefault();
    // Escape and the arrows mean other things to what lies around the field.
    event.stopPropagation();
    return true;
  }

  return {
    field,
    takeKey,
    /** Whether the key changed how the text looks, or went on with a list at a new line. */
    takeWritingKey(event: KeyboardEvent<HTMLTextAreaElement>, isNewLine: boolean): boolean {
      const { selectionStart: start, selectionEnd: end } = event.currentTarget;
      const next = keys?.writeByKey({ text, start, end }, event, isNewLine);
      if (!next) return false;
      event.preventDefault();
      event.stopPropagation();
      write(next);
      return true;
    },
    /** Makes a link or code of what is selected. */
    mark(as: "link" | "code") {
      const { selectionStart: start = text.length, selectionEnd: end = text.length } = field.current ?? {};
      const next = keys?.[as === "link" ? "insertLink" : "insertCode"]({ text, start, end });
      if (next) write(next);
      field.current?.focus();
    },
    /** Puts text where the caret is; `isTyped` when a list may open for it. */
    insert(put: string, isTyped = false) {
      const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
      const isJoined = put.startsWith("@") && /[^\s(]$/.test(text.slice(0, selectionStart));
      replace(selectionStart, selectionEnd, isJoined ? ` ${put}` : put, isTyped);
    },
    /** The people who were chosen from the list, the last one first. */
    picked,
    calledIds: (known: readonly { id: string; name: string }[] = []) =>
      calledIds(text, [...picked, ...known, ...callable.people]),
    areaProps: {
      value: text,
      onChange,
      onSelect: () => {
        if (wantedCaret.current === null && field.current?.selectionEnd !== caret) setCaret(null);
      },
      onBlur: () => setCaret(null),
      "aria-autocomplete": "list",
      "aria-haspopup": "listbox",
      "aria-controls": isOpen ? options.listId : undefined,
      "aria-activedescendant": isOpen ? options.field["aria-activedescendant"] : undefined,
    } as const,
    list: {
      isOpen,
      kind: trigger?.kind ?? "mention",
      listId: options.listId,
      suggestions,
      option: options.option,
    },
  };
}

export type ComposeField = ReturnType<typeof useComposeField>;

function activeOf(options: ReturnType<typeof useOptionList>, suggestions: readonly Suggestion[]): number {
  return suggestions.findIndex((_, index) => options.option(index).isActive);
}

function textOf(suggestion: Suggestion): string {
  if (suggestion.kind === "person") return `@${suggestion.person.name}`;
  return suggestion.kind === "emoji" ? suggestion.emoji : suggestion.title;
}

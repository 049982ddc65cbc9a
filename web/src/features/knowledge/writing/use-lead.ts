import type { ArticleDraft } from "@atoll/contract/knowledge/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { fits, parseJson } from "../../../lib/shape.ts";
import { fetchDraft, saveDraft } from "../data/api.ts";
import { keys } from "../data/keys.ts";

const leadFields = ["title", "summary"] as const;
export type LeadFieldName = (typeof leadFields)[number];

/** The text that was typed into a field, and the text of the draft when typing started. */
interface Typed {
  text: string;
  base: string;
}
type TypedFields = Partial<Record<LeadFieldName, Typed>>;

/** Saved after a pause in typing, or when the field is left. */
const pauseMs = 1500;
/** A save is tried so often over newer versions of the draft that change other fields. */
const maxAttempts = 3;

/**
 * Title and summary of a draft, as one person types them. What is typed is kept on this device and on the person's other
 * ones until it is saved. Only changed fields are sent; a field that someone else changed too waits for a choice.
 */
export function useLead(draft: ArticleDraft) {
  const { articleId, isWriter } = draft;
  const queryClient = useQueryClient();
  const kept = useDraft(`article-lead/${articleId}`);
  const [failure, setFailure] = useState<string>();
  const isSaving = useRef(false);
  const focused = useRef<LeadFieldName>(undefined);
  const typed = readTyped(kept.text);

  // A save forgets what was typed at once, while `draft` follows with the next drawing: it would show an older text.
  const stored = () => queryClient.getQueryData<ArticleDraft>(keys.draft(articleId)) ?? draft;
  const newest = stored();
  const change = (by: (fields: TypedFields) => TypedFields) => {
    const next = by(readTyped(kept.read()));
    kept.write(Object.keys(next).length > 0 ? JSON.stringify(next) : "");
  };

  async function sendChanges(): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; ) {
      const now = stored();
      const own = readTyped(kept.read());
      const sent = leadFields.filter(
        (name) => isUnsaved(own[name], now[name]) && !isClash(own[name], now[name]),
      );
      if (sent.length === 0) return;
      try {
        const values = Object.fromEntries(sent.map((name) => [name, own[name]?.text]));
        const saved = await saveDraft(articleId, { ...values, version: now.version });
        queryClient.setQueryData(keys.draft(articleId), saved);
        // Text typed since then stays, and is compared with the draft as it is now stored.
        change((fields) =>
          Object.fromEntries(
            leadFields.flatMap((name) => {
              const since = fields[name];
              if (!since) return [];
              return [[name, sent.includes(name) ? { ...since, base: saved[name] } : since]];
            }),
          ),
        );
      } catch (error) {
        if (!isChangedMeanwhile(error) || attempt === maxAttempts) throw error;
        attempt += 1;
        const theirs = await fetchDraft(articleId);
        if (!theirs) throw error;
        queryClient.setQueryData(keys.draft(articleId), theirs);
      }
    }
  }
  async function save(): Promise<void> {
    if (isSaving.current || !isWriter) return;
    isSaving.current = true;
    try {
      await sendChanges();
      setFailure(undefined);
      forgetSaved();
    } catch (error) {
      setFailure(errorMessage(error, "Failed to save the title and summary. They are kept on this device."));
    } finally {
      isSaving.current = false;
    }
  }
  /** Lets fields follow the draft again. The field with the cursor waits: its last space is not stored. */
  function forgetSaved(): void {
    const now = stored();
    change((fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(
          ([name, one]) => name === focused.current || isUnsaved(one, now[name as LeadFieldName]),
        ),
      ),
    );
  }

  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (kept.text === "") return undefined;
    const timer = setTimeout(() => saveNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [kept.text]);
  useEffect(() => () => saveNow(), []);

  return {
    failure,
    /** Fields that someone else has changed to another text than the person has typed. */
    clashes: leadFields.filter((name) => isClash(typed[name], newest[name])),
    textOf: (name: LeadFieldName) => typed[name]?.text ?? newest[name],
    type(name: LeadFieldName, text: string) {
      const base = stored()[name];
      change((fields) => ({ ...fields, [name]: { base, ...fields[name], text } }));
    },
    enter(name: LeadFieldName) {
      focused.current = name;
    },
    leave() {
      focused.current = undefined;
      void save();
    },
    keepMine(name: LeadFieldName) {
      const base = stored()[name];
      change((fields) => ({ ...fields, [name]: { text: fields[name]?.text ?? base, base } }));
      void save();
    },
    takeTheirs(name: LeadFieldName) {
      change(({ [name]: _mine, ...others }) => others);
    },
  };
}

const isUnsaved = (typed: Typed | undefined, stored: string): boolean =>
  typed !== undefined && typed.text.trim() !== stored;

const isClash = (typed: Typed | undefined, stored: string): boolean =>
  typed !== undefined && typed.base !== stored && isUnsaved(typed, stored);

function readTyped(text: string): TypedFields {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    leadFields.flatMap((name) => {
      const one: unknown = Reflect.get(value, name);
      return fits<Typed>(one, { text: "string", base: "string" }) ? [[name, one]] : [];
    }),
  );
}

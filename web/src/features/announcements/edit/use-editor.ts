import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../capabilities/files/upload/use-tray.ts";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { ApiError } from "../../../lib/request/api-error.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { changeAnnouncement, publishAnnouncement } from "../data/api.ts";
import { openKey, useKeepAnswer } from "../data/use-announcements.ts";
import {
  draftPlace,
  type Fields,
  fieldsOf,
  fromLocal,
  isSame,
  readDraft,
  toLocal,
  writeDraft,
} from "./fields.ts";
import type { CreateDraft } from "./use-draft-creation.ts";

/**
 * An announcement being edited. Typed text is kept at once, on all devices and across reloads. It is
 * saved over another person's newer version only after it was seen.
 */
export function useEditor(announcement: OpenAnnouncement, createDraft?: CreateDraft) {
  const { id, textVersion } = announcement;
  const draft = useDraft(draftPlace(id));
  const queryClient = useQueryClient();
  const uploads = useUploads();
  const place = `announcement:${id}`;
  const tray = useTray(place);
  const keep = useKeepAnswer();
  const saved = fieldsOf(announcement);
  const unsaved = readDraft(draft.text, saved);
  const fields = unsaved?.fields ?? saved;
  const savedAt = toLocal(announcement.scheduledFor);
  const at = unsaved?.at ?? savedAt;
  /** The version by somebody else that the person has seen. */
  const [seen, setSeen] = useState<number>();
  /** The people that the text mentions, as its field knows them. */
  const mentioned = useRef<() => string[]>(() => []);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; marks: ReadonlyMap<string, string> }>();
  const isChanged = !isSame(fields, saved) || tray.uploads.length > 0;
  const isOther =
    unsaved !== undefined && unsaved.base !== textVersion && seen !== textVersion && !isSame(fields, saved);

  function write(next: Fields, nextAt: string): void {
    const chosen = nextAt === savedAt ? undefined : nextAt;
    const isTyped = !isSame(next, saved);
    const base = isSame(fields, saved) ? textVersion : (unsaved?.base ?? textVersion);
    setFailure(undefined);
    // A time alone keeps no fields: what a colleague saves in them later is no conflict with it.
    draft.write(
      isTyped || chosen !== undefined ? writeDraft({ base, fields: isTyped ? next : {}, at: chosen }) : "",
    );
    // Without a connection the text is kept here, and saving creates the draft.
    createDraft?.().catch(() => undefined);
  }

  /** @returns what the server has then; undefined where it refused, which is said. */
  async function attempt(work: () => Promise<OpenAnnouncement>): Promise<OpenAnnouncement | undefined> {
    setIsBusy(true);
    setFailure(undefined);
    try {
      return await work();
    } catch (error) {
      // The other version is fetched and shown next to this one.
      if (isChangedMeanwhile(error)) await queryClient.invalidateQueries({ queryKey: openKey(id) });
      const marks = new Map(
        (error instanceof ApiError ? error.fields : []).map((one) => [one.path, one.message]),
      );
      setFailure({
        text: errorMessage(
          error,
          createDraft ? "Failed to create announcement" : "Failed to update announcement",
        ),
        marks,
      });
      return undefined;
    } finally {
      setIsBusy(false);
    }
  }

  async function saveNow(isImportant: boolean): Promise<OpenAnnouncement> {
    const known = (await createDraft?.()) ?? announcement;
    if (!isChanged && !isImportant) return known;
    const added = await uploads.settled(tray.uploads.map((one) => one.id));
    const waiting = tray.uploads.map((one) => one.id);
    const answer = await changeAnnouncement(id, {
      textVersion,
      isImportant,
      title: fields.title,
      content: fields.content,
      mentionIds: mentioned.current(),
      priority: fields.priority,
      departmentIds: fields.departmentIds,
      roleIds: fields.roleIds,
      expiresAt: fromLocal(fields.expiresAt),
      mustRead: fields.mustRead,
      dueAt: fields.mustRead ? fromLocal(fields.dueAt) : null,
      allowsComments: fields.allowsComments,
      byMail: fields.mustRead && fields.byMail,
      attachmentIds: [...fields.fileIds, ...added.map((one) => one.id)],
    });
    uploads.take(place);
    uploads.forget((one) => waiting.includes(one.id));
    keepTyped(answer);
    keep(answer);
    return answer;
  }

  /** Ends the draft, except for what was typed while the answer was on its way, and the time that publishing saves. */
  function keepTyped(answer: OpenAnnouncement): void {
    const now = readDraft(draft.read(), fields);
    const chosen = now?.at === toLocal(answer.scheduledFor) ? undefined : now?.at;
    const typed = Object.entries(now?.fields ?? fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(fields[name as keyof Fields]),
    );
    const next: Fields = { ...fieldsOf(answer), ...Object.fromEntries(typed) };
    draft.write(
      typed.length === 0 && chosen === undefined
        ? ""
        : writeDraft({ base: answer.textVersion, fields: typed.length === 0 ? {} : next, at: chosen }),
    );
  }

  return {
    fields,
    set: (change: Partial<Fields>) => write({ ...fields, ...change }, at),
    tray,
    place,
    mentioned,
    isBusy,
    isChanged,
    /** The time to publish it, as the browser's field writes it; empty for now. Kept like the text, saved by publishing. */
    at,
    setAt: (next: string) => write(fields, next),
    hasUnsavedTime: at !== savedAt && announcement.status !== "PUBLISHED",
    isOther,
    failure: failure && (failure.marks.size === 0 ? failure.text : undefined),
    errorOf: (name: keyof Fields | "at") => failure?.marks.get(name),
    /** The person has looked at what somebody else saved, and goes on with their own. */
    replaceOther: () => setSeen(textVersion),
    takeOther: () => draft.write(""),
    save: (isImportant = false) => attempt(() => saveNow(isImportant)),
    publish: () =>
      attempt(async () => {
        const { textVersion: version } = await saveNow(false);
        const answer = await publishAnnouncement(id, version, fromLocal(at));
        keepTyped(answer);
        keep(answer);
        return answer;
      }),
    discard() {
      draft.write("");
      for (const one of tray.uploads) uploads.remove(one.id);
    },
  };
}

export type Editor = ReturnType<typeof useEditor>;

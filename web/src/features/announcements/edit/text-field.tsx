import { announcementContentMaxLength } from "@atoll/contract/announcements/limits";
import type { Mention } from "@atoll/contract/mention-schema";
import { AtSign, Bold, Italic, Link2, List, ListOrdered } from "lucide-react";
import { type RefObject, useId, useImperativeHandle, useRef } from "react";
import { useCallablePeople } from "../../../capabilities/composer/use-callable-people.ts";
import { AttachButton } from "../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../capabilities/files/upload/attachment-tray.tsx";
import { GrowingTextArea } from "../../../capabilities/writing/field/growing-text-area.tsx";
import { LengthCount } from "../../../capabilities/writing/field/length-count.tsx";
import { SuggestionList } from "../../../capabilities/writing/field/suggestion-list.tsx";
import { useComposeField } from "../../../capabilities/writing/field/use-compose-field.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FieldNote } from "../../../ui/field/field.tsx";
import type { Editor } from "./use-editor.ts";

/** The markup that each tool adds around the selection, or at the start of its lines. */
const tools = [
  { label: "Bold", icon: Bold, around: "**" },
  { label: "Italic", icon: Italic, around: "_" },
  { label: "List", icon: List, before: "- " },
  { label: "Numbered list", icon: ListOrdered, before: "1. " },
] as const;

interface TextFieldProps {
  editor: Editor;
  /** Filled with the field, for the focus. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** The people that the saved text mentions. */
  mentions: readonly Mention[];
}

/** The words of an announcement, in Markdown, with tools for those who do not know it, and its new files. */
export function TextField({ editor, field: fieldRef, mentions }: TextFieldProps) {
  const { content } = editor.fields;
  const box = useRef<HTMLDivElement>(null);
  const compose = useComposeField({
    callable: useCallablePeople(content),
    text: content,
    onTextChange: (text) => editor.set({ content: text }),
  });
  const { field } = compose;
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(fieldRef, () => field.current);
  useImperativeHandle(editor.mentioned, () => () => compose.calledIds(mentions));
  const errorId = useId();
  const error = editor.errorOf("content");

  function put(change: (chosen: string) => string) {
    const area = field.current;
    if (!area) return;
    const { selectionStart: start, selectionEnd: end } = area;
    const text = change(content.slice(start, end));
    editor.set({ content: content.slice(0, start) + text + content.slice(end) });
    // Once the new text stands there.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(start, start + text.length);
    });
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="field-box flex flex-col">
        <div role="toolbar" aria-label="Format" className="flex items-center gap-1 border-b px-2 py-1">
          {tools.map((tool) => (
            <IconButton
              key={tool.label}
              size="sm"
              icon={tool.icon}
              label={tool.label}
              onClick={() =>
                put((chosen) =>
                  "around" in tool
                    ? `${tool.around}${chosen}${tool.around}`
                    : chosen.replace(/^/gm, tool.before),
                )
              }
            />
          ))}
          <IconButton
            size="sm"
            icon={Link2}
            label="Link"
            onClick={() => put((chosen) => `[${chosen || "text"}](https://)`)}
          />
          <IconButton size="sm" icon={AtSign} label="Mention" onClick={() => compose.insert("@", true)} />
          <AttachButton onFiles={editor.tray.add} />
          <span className="ml-auto pr-1">
            <LengthCount text={content} max={announcementContentMaxLength} />
          </span>
        </div>
        <div className="px-3 py-2.5" ref={box}>
          <GrowingTextArea
            {...compose.areaProps}
            ref={field}
            aria-label="Text"
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId : undefined}
            placeholder="What people need to know. Markdown is supported."
            className="min-h-56 max-h-[60vh]!"
            onKeyDown={(event) => {
              if (compose.takeKey(event) || isComposing(event)) return;
              compose.takeWritingKey(event, event.key === "Enter");
            }}
          />
          <SuggestionList anchor={box} list={compose.list} />
        </div>
        <AttachmentTray place={editor.place} />
      </div>
      {error && <FieldNote id={errorId} note={error} isError />}
    </div>
  );
}

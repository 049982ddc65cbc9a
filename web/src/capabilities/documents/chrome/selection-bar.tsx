import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Highlighter,
  Italic,
  Link,
  MessageSquareQuote,
  Strikethrough,
  Unlink,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { isSafeAddress } from "../editor/safe-address.ts";
import { useEditorState } from "./use-editor-state.ts";

export interface SelectionBarProps {
  editor: Editor;
  isEditable: boolean;
  /** The link is being edited: the bar is a field for its address. */
  isLinking: boolean;
  onLinking: (isLinking: boolean) => void;
  /** Comments on the selected words. */
  onComment?: (() => void) | undefined;
}

/** A bar above what is selected; for a link it asks for the address. */
export function SelectionBar({ editor, isEditable, isLinking, onLinking, onComment }: SelectionBarProps) {
  const state = useEditorState(editor, (one) => ({
    from: one.state.selection.from,
    to: one.state.selection.to,
    isText: !one.state.selection.empty && !("node" in one.state.selection) && !one.isActive("codeBlock"),
    isFocused: one.isFocused,
    bold: one.isActive("bold"),
    italic: one.isActive("italic"),
    strike: one.isActive("strike"),
    highlight: one.isActive("highlight"),
    code: one.isActive("code"),
    link: String(one.getAttributes("link").href ?? ""),
  }));
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    // The bar comes when the mouse has let go, so that it is not in the way.
    const down = () => setDragging(true);
    const up = () => setDragging(false);
    const { dom } = editor.view;
    dom.addEventListener("pointerdown", down);
    window.addEventListener("pointerup", up);
    return () => {
      dom.removeEventListener("pointerdown", down);
      window.removeEventListener("pointerup", up);
    };
  }, [editor]);
  const isShown = isEditable && (isLinking || (state.isText && state.isFocused && !isDragging));
  if (!isShown) return null;
  const style = placeAbove(editor, state.from, state.to);
  const button = (label: string, icon: IconType, run: () => void, pressed?: boolean, shortcut?: string) => (
    <IconButton
      label={label}
      icon={icon}
      size="sm"
      pressed={pressed}
      shortcut={shortcut}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    />
  );
  const chain = () => editor.chain().focus();
  return createPortal(
    <div
      style={style}
      role="toolbar"
      aria-label="Selection"
      className="fixed z-popover flex items-center gap-px rounded-lg border border-strong bg-surface-raised p-1 shadow-3"
    >
      {isLinking ? (
        <LinkField editor={editor} address={state.link} onDone={() => onLinking(false)} />
      ) : (
        <>
          {button("Bold", Bold, () => chain().toggleBold().run(), state.bold)}
          {button("Italic", Italic, () => chain().toggleItalic().run(), state.italic)}
          {button("Strike through", Strikethrough, () => chain().toggleStrike().run(), state.strike)}
          {button("Highlight", Highlighter, () => chain().toggleMark("highlight").run(), state.highlight)}
          {button("Code", Code, () => chain().toggleCode().run(), state.code)}
          {button("Link", Link, () => onLinking(true), state.link !== "")}
          {onComment && button("Comment", MessageSquareQuote, onComment, undefined, "Mod+Alt+M")}
        </>
      )}
    </div>,
    document.body,
  );
}

function LinkField({ editor, address, onDone }: { editor: Editor; address: string; onDone: () => void }) {
  const [typed, setTyped] = useState(address);
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  function apply() {
    const href = withScheme(typed.trim());
    if (href === "") editor.chain().focus().extendMarkRange("link").unsetLink().run();
    else if (!isSafeAddress(href)) return setWrong(true);
    else if (editor.state.selection.empty && address === "")
      editor
        .chain()
        .focus()
        .insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] })
        .run();
    else editor.chain().focus().extendMarkRange("link").setLink({ href }).run();
    onDone();
  }
  return (
    <form noValidate onSubmit={submitTo(apply)} className="flex items-center gap-1">
      <input
        ref={field}
        value={typed}
        aria-label="Address of the link"
        aria-invalid={isWrong}
        placeholder="https://"
        className="field-box h-7 w-60 px-2 text-sm max-md:h-9 max-md:text-lg"
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onDone();
          editor.commands.focus();
        }}
      />
      {isWrong && (
        <span role="alert" className="px-1 text-danger-text text-xs">
          Enter a web or mail address
        </span>
      )}
      {address !== "" && (
        <IconButton
          label="Remove link"
          icon={Unlink}
          size="sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onDone();
          }}
        />
      )}
      <button
        type="submit"
        className="h-7 rounded-sm px-2 font-semibold text-primary-text hover:bg-surface-active max-md:h-9"
      >
        Apply
      </button>
    </form>
  );
}

/** Most people type an address without what it begins with. */
function withScheme(typed: string): string {
  if (typed === "" || /^[a-z][a-z+.-]*:|^\//i.test(typed)) return typed;
  return /^[^\s@/]+@[^\s@/]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`;
}

function placeAbove(editor: Editor, from: number, to: number) {
  const end = editor.state.doc.content.size;
  const start = editor.view.coordsAtPos(Math.min(from, end));
  const last = editor.view.coordsAtPos(Math.min(to, end));
  const left = Math.max(8, Math.min(Math.min(start.left, last.left), window.innerWidth - 320));
  // On a phone the system has a bar of its own above the selection.
  const isPhone = window.matchMedia("(max-width: 767px)").matches;
  return start.top > 60 && !isPhone
    ? { left, bottom: window.innerHeight - start.top + 6 }
    : { left, top: last.bottom + 10 };
}

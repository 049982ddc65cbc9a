import type { CommentWords } from "@atoll/contract/comments/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { Editor } from "@tiptap/core";
import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatNumber } from "../../lib/format-number.ts";
import { AvatarGroup } from "../../ui/avatar/avatar-group.tsx";
import { SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import { CaretMenus } from "./chrome/caret-menus.tsx";
import { copyImages, sayImagesLeftOut } from "./chrome/copy-images.ts";
import { EditorPlace } from "./chrome/editor-place.tsx";
import { sayMarkdown } from "./chrome/say-markdown.ts";
import { SelectionBar } from "./chrome/selection-bar.tsx";
import { StatusNotice } from "./chrome/status-notice.tsx";
import { StatusText } from "./chrome/status-text.tsx";
import { Toolbar } from "./chrome/toolbar.tsx";
import { KeptTextsPanel } from "./chrome/unplaced-text-panel.tsx";
import { useEditorState } from "./chrome/use-editor-state.ts";
import { useImagePicker } from "./chrome/use-image-picker.tsx";
import { useLinkKey } from "./chrome/use-link-key.ts";
import { useOnStored } from "./chrome/use-on-stored.ts";
import { useSectionPicker } from "./chrome/use-section-picker.tsx";
import { documentExtensions } from "./editor/document-extensions.ts";
import { createImageSource } from "./editor/image-source.ts";
import { insertText, openMention } from "./editor/insert-text.ts";
import { insertions } from "./editor/insertions.ts";
import { createMenuStore, type MenuStore } from "./editor/menu-store.ts";
import { replaceText } from "./editor/replace-text.ts";
import { countText, type TextCounts } from "./editor/text-counts.ts";
import { readSelectedWords, scrollToWords, showMarks } from "./editor/word-marks.ts";
import type { DocumentEditorProps } from "./editor-props.ts";
import { createReferenceNames, type ReferenceNames } from "./references/reference-names.ts";
import { SectionCardsContext } from "./section-cards.tsx";
import { fromBase64 } from "./sharing/bytes.ts";
import type { SharedDocument } from "./sharing/document-status.ts";
import { useDocumentSnapshot, useSharedDocument } from "./use-shared-document.ts";
import "./editor/document.css";
import "./editor/references.css";

/** The editor, which `DocumentEditor` loads lazily. */
export function EditorScreen(props: DocumentEditorProps) {
  const document = useSharedDocument(props.subject);
  // One editor for each document: a new one is never bound to the text of another.
  return document && <OpenEditor key={document.shared.guid} document={document} {...props} />;
}

interface Made {
  editor: Editor;
  menus: MenuStore;
  names: ReferenceNames;
}

function OpenEditor({ document, ...props }: DocumentEditorProps & { document: SharedDocument }) {
  const { placeholder = "Write, or type / to insert", mayWrite, subject, renderHeader } = props;
  const { kind, id } = subject;
  const queryClient = useQueryClient();
  const { threads } = props;
  const onPlaces = useEffectEvent((ids: readonly string[]) => threads?.onPlaces(ids));
  const onPress = useEffectEvent((id: string) => threads?.onPress(id));
  const onComment = useEffectEvent((words: CommentWords) => threads?.onComment?.(words));
  const { isLoaded, status, coEditors } = useDocumentSnapshot(document);
  const [made, setMade] = useState<Made | null>(null);
  const findSection = useRef(useContext(SectionCardsContext)?.findName);
  const couldWrite = useRef(mayWrite);
  useEffect(() => {
    if (couldWrite.current !== mayWrite) document.refetch();
    couldWrite.current = mayWrite;
  }, [document, mayWrite]);
  useEffect(() => {
    // Bound once there is a text: an editor of an empty document would write its first paragraph into it.
    if (!isLoaded) return undefined;
    const menus = createMenuStore();
    const names = createReferenceNames(queryClient);
    const editor: Editor = new Editor({
      element: window.document.createElement("div"),
      extensions: documentExtensions({
        document,
        subject: { kind, id },
        clipboard: {
          onForeignImages: (fileIds) => void copyImages(editor, queryClient, { kind, id }, fileIds),
          onImagesLeftOut: sayImagesLeftOut,
          onMarkdown: (read) => sayMarkdown(editor, read),
        },
        names,
        menus,
        placeholder,
        words: {
          onPlaces: (ids) => onPlaces(ids),
          onPress: (id) => onPress(id),
          onComment: (words) => onComment(words),
        },
        images: createImageSource(queryClient),
        findSection: (id) => findSection.current?.(id),
      }),
      // The page forbids styles that are written into it: document.css has what the editor needs.
      injectCSS: false,
      editorProps: {
        attributes: { class: "doc-text", role: "textbox", "aria-multiline": "true", "aria-label": "Text" },
      },
    });
    setMade({ editor, menus, names });
    return () => {
      setMade(null);
      editor.destroy();
    };
  }, [document, isLoaded, queryClient, placeholder, kind, id]);
  const counts = useEditorState(made?.editor, countsOf);
  const people = coEditors.map(({ userId, name }) => ({ id: userId, name }));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {/* Here once, so that its buttons are the same, and keep the focus, when the text comes. */}
      {renderHeader?.({
        status: <StatusText status={status} />,
        isOver: status.kind === "ended" || status.kind === "revoked",
        coEditors: people.length > 0 && <AvatarGroup people={people} />,
        ...counts,
      })}
      {made ? (
        <EditorBody {...props} {...made} counts={counts} document={document} />
      ) : (
        <Opening document={document} />
      )}
    </div>
  );
}

const countsOf = (editor: Editor | undefined): TextCounts =>
  editor ? countText(editor.state.doc) : { words: 0, steps: 0, minutes: 1 };

function Opening({ document }: { document: SharedDocument }) {
  const { status, keptTexts } = useDocumentSnapshot(document);
  return (
    <>
      <StatusNotice status={status} />
      {status.kind === "loading" && (
        <SkeletonGroup label="Opening the draft" className="flex-1 p-8">
          <SkeletonText lines={6} />
        </SkeletonGroup>
      )}
      <KeptTextsPanel texts={keptTexts} onInsert={undefined} onDismiss={document.dismissText} />
    </>
  );
}

function EditorBody({
  document,
  editor,
  menus,
  names,
  counts,
  renderHeader,
  lead,
  foot,
  subject,
  onStored,
  replacement,
  onReplaced,
  focusesText = false,
  threads,
}: DocumentEditorProps & Made & { document: SharedDocument; counts: TextCounts }) {
  const { status, isEditable, keptTexts } = useDocumentSnapshot(document);
  const [isLinking, setLinking] = useState(false);
  const image = useImagePicker(editor, subject);
  const section = useSectionPicker(editor);
  const actions = {
    pickSection: section.pick,
    pickImage: image.pick,
    openMention: () => openMention(editor),
    openCard: () => {
      openMention(editor);
      menus.wantsCard = true;
    },
  };
  const marked = threads?.threads;
  const activeId = threads?.activeId ?? null;
  useEffect(() => {
    if (marked) showMarks(editor, { threads: marked, activeId });
  }, [editor, marked, activeId]);
  const wanted = threads?.wanted;
  useEffect(() => {
    if (wanted) scrollToWords(editor, wanted.id);
  }, [editor, wanted]);
  const commentOnWords =
    threads?.onComment &&
    (() => {
      const words = readSelectedWords(editor);
      if (words) threads.onComment?.(words);
    });
  const hasFocused = useRef(false);
  useEffect(() => {
    editor.setEditable(isEditable);
    if (!isEditable || !focusesText || hasFocused.current) return;
    hasFocused.current = true;
    // A person who has opened a dialog or started to write elsewhere continues there: the next letters are for that.
    const active = editor.view.dom.ownerDocument.activeElement;
    if (active?.closest("input, textarea, [role=dialog], [role=alertdialog]")) return;
    editor.commands.focus("end");
  }, [editor, isEditable, focusesText]);
  useEffect(() => {
    if (!replacement || !isEditable) return;
    onReplaced?.(replaceText(editor, fromBase64(replacement)));
  }, [editor, isEditable, replacement, onReplaced]);
  useLinkKey(editor, () => setLinking(true));
  useOnStored(editor, status.kind === "saved" ? status.savedAt : undefined, onStored);
  return (
    <>
      <Toolbar editor={editor} isEditable={isEditable} editLink={() => setLinking(true)} {...actions} />
      <StatusNotice status={status} />
      <div className="min-h-0 flex-1 overflow-y-auto px-8 py-7 max-md:px-4 max-md:py-4">
        <div className="mx-auto max-w-[640px]">
          {lead}
          <EditorPlace editor={editor} />
        </div>
      </div>
      <CaretMenus editor={editor} store={menus} names={names} all={insertions(actions)} />
      <SelectionBar
        editor={editor}
        isEditable={isEditable}
        isLinking={isLinking}
        onLinking={setLinking}
        onComment={commentOnWords}
      />
      {image.input}
      {section.dialog}
      <KeptTextsPanel
        texts={keptTexts}
        onInsert={isEditable ? (text) => insertText(editor, text) : undefined}
        onDismiss={document.dismissText}
      />
      <footer className="flex h-[34px] flex-none items-center gap-1.5 whitespace-nowrap border-t px-5 text-faint text-xs max-md:px-4">
        <span>{countWords(counts.words, "word")}</span>
        {counts.steps > 0 && <span>· {countWords(counts.steps, "step")}</span>}
        <span className="max-md:hidden">· {counts.minutes} min to read</span>
        {!renderHeader && <StatusText status={status} />}
        <span className="ml-auto min-w-0 truncate">{foot}</span>
      </footer>
    </>
  );
}

function countWords(count: number, word: string): string {
  return `${formatNumber(count)} ${word}${count === 1 ? "" : "s"}`;
}

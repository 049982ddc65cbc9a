import type { SectionBlock } from "@atoll/contract/documents/section-block";
import type { Editor } from "@tiptap/core";
import { useContext, useEffect, useState } from "react";
import { SectionCardsContext } from "../section-cards.tsx";

/** Inserts the cards of a section at the cursor, and changes those that are pressed in the text. */
export function useSectionPicker(editor: Editor) {
  const parts = useContext(SectionCardsContext);
  const [asked, setAsked] = useState<{ current: SectionBlock | undefined }>();
  useEffect(() => {
    const { dom } = editor.view;
    const onPress = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.closest("[data-change-section]")) return;
      const block = target.closest(".doc-section");
      if (!block || !editor.isEditable) return;
      const at = editor.view.posAtDOM(block, 0);
      const node = editor.state.doc.nodeAt(at);
      if (node?.type.name !== "sectionCards") return;
      editor.commands.setNodeSelection(at);
      setAsked({ current: { id: String(node.attrs.id), query: String(node.attrs.query) } });
    };
    dom.addEventListener("click", onPress);
    return () => dom.removeEventListener("click", onPress);
  }, [editor]);
  const close = () => setAsked(undefined);
  return {
    pick: parts && (() => setAsked({ current: undefined })),
    dialog: parts && asked && (
      <parts.Picker
        current={asked.current}
        onClose={close}
        onChoose={(block) => {
          close();
          insertSection(editor, block, asked.current !== undefined);
        }}
      />
    ),
  };
}

function insertSection(editor: Editor, attrs: SectionBlock, isChange: boolean): void {
  const isSelected = editor.isActive("sectionCards");
  if (isChange && isSelected)
    editor
      .chain()
      .updateAttributes("sectionCards", { ...attrs })
      .focus()
      .run();
  // Someone else has deleted it: what was chosen stays out of other words.
  else if (!isChange)
    editor
      .chain()
      .focus()
      .insertContent([{ type: "sectionCards", attrs }, { type: "paragraph" }])
      .run();
}

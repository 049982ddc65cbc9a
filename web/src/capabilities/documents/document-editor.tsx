import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { SkeletonGroup, SkeletonText } from "../../ui/progress/skeleton.tsx";
import type { DocumentEditorProps } from "./editor-props.ts";

const editorPart = lazyPart(() => import("./editor-screen.tsx"));

/**
 * An editor for a draft that several people write at once. It fills its place; the text in it scrolls. What it is made
 * of is loaded with it.
 */
export function DocumentEditor(props: DocumentEditorProps) {
  const part = useLazyPart(editorPart, true, () => undefined);
  if (part) return <part.EditorScreen {...props} />;
  return (
    <SkeletonGroup label="Opening the editor" className="p-8">
      <SkeletonText lines={6} />
    </SkeletonGroup>
  );
}

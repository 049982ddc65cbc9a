import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { useOnceTrue } from "../../../ui/base/use-once-true.ts";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import type { ReactorsDialogProps } from "./reactors-dialog.tsx";

const part = lazyPart(() => import("./reactors-dialog.tsx"));

/** The people who reacted to a message. Not part of the first load. */
export function LazyReactors(props: ReactorsDialogProps) {
  const loaded = useLazyPart(part, useOnceTrue(props.message !== undefined), () => {
    props.onClose();
    showLoadFailure();
  });
  return loaded ? <loaded.ReactorsDialog {...props} /> : null;
}

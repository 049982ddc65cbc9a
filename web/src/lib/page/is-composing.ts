/** A key event of the browser, or React's around it. */
type KeyEvent = Pick<KeyboardEvent, "isComposing" | "keyCode">;

/**
 * Returns whether a key belongs to an input method, such as the Enter that picks a word: it must not send, choose or
 * close anything. Safari ends a composition before that Enter, and says so only by the old key code.
 */
export function isComposing(event: KeyEvent | { nativeEvent: KeyEvent }): boolean {
  const key = "nativeEvent" in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}

/**
 * Keeps the keys of input methods from every handler of the page, so that none can forget to ask. The rich editor still
 * gets them, because it has to follow a composition.
 */
export function ignoreComposingKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      const isInEditor = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (isComposing(event) && !isInEditor) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** As the style sheet's `short` and `tiny`, in pixels. */
const shortPx = 640;
const tinyPx = 520;

let followers = 0;

/**
 * Follows how much of the page a phone's keyboard leaves, where it lies over the page instead of making it lower:
 * `--visible-height` and `data-visible` of the root say so until the last follower stops. Returns the way to stop.
 */
export function followVisibleHeight(): () => void {
  const { visualViewport: view } = window;
  const root = document.documentElement;
  function measure() {
    // A person who has zoomed in sees a part of the page, without a keyboard.
    const isCovered = view && view.scale < 1.05 && view.height < window.innerHeight - 1;
    if (!isCovered) return forget();
    root.style.setProperty("--visible-height", `${view.height}px`);
    if (view.height < shortPx) root.dataset.visible = view.height < tinyPx ? "tiny" : "short";
    else delete root.dataset.visible;
    // The browser has moved the page up to show the field, which is in sight by itself now.
    if (view.offsetTop > 0) window.scrollTo(0, 0);
  }
  function forget() {
    root.style.removeProperty("--visible-height");
    delete root.dataset.visible;
  }
  view?.addEventListener("resize", measure);
  measure();
  followers += 1;
  return () => {
    view?.removeEventListener("resize", measure);
    followers -= 1;
    if (followers === 0) forget();
  };
}

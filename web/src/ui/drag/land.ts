const landingMs = 200;

/** Lets what floats glide to where it lies now. Done at once where nothing floats, or nothing may move. */
export async function land(
  overlay: HTMLElement | null,
  element: HTMLElement | undefined,
  box: { left: number; top: number },
): Promise<void> {
  if (!overlay || !element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { left, top } = element.getBoundingClientRect();
  const transform = `translate3d(${left - box.left}px, ${top - box.top}px, 0)`;
  try {
    await overlay.animate([{ transform: overlay.style.transform }, { transform }], {
      duration: landingMs,
      easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
      fill: "forwards",
    }).finished;
  } catch {
    // It left the page on its way.
  }
}

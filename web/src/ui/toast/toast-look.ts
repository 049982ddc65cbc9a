/** The parts of a toast, which the design-system page also shows standing still. */

export const toastBox =
  "flex items-center gap-2.5 rounded-md bg-surface-inverse py-2.5 pr-2.5 pl-3.5 font-medium font-ui text-inverse " +
  "text-sm shadow-3";

export const toastAction =
  "order-1 flex-none rounded-xs bg-[color-mix(in_oklab,currentColor_14%,transparent)] px-2 py-0.5 font-semibold " +
  "max-md:py-2 hover:bg-[color-mix(in_oklab,currentColor_22%,transparent)]";

export const toastClose =
  "order-2 grid size-6 flex-none place-items-center rounded-xs max-md:size-9 " +
  "hover:bg-[color-mix(in_oklab,currentColor_14%,transparent)]";

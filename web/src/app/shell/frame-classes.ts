// The places of the frame, which the picture of it in the page shares (app/rendered/frame-picture.tsx): nothing moves
// when the app takes over.
export const frameClass = "safe-area flex h-[var(--visible-height,100dvh)] flex-col overflow-hidden";
export const gridClass = "grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]";
export const gridWithSidebarClass = "lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]";
export const sidebarClass = "hidden min-h-0 overflow-y-auto px-2.5 pt-1 pb-2.5 lg:flex";
export const sheetClass =
  "relative min-h-0 min-w-0 overflow-auto rounded-t-[14px] border border-b-0 bg-surface outline-none " +
  "max-lg:border-x-0 lg:mr-2 lg:mb-2 lg:rounded-lg lg:border-b lg:shadow-1";
export const headerClass =
  "sticky top-0 z-header col-span-full grid min-h-header grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 " +
  "bg-canvas px-2 lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)_auto] lg:gap-x-0 lg:pr-3 lg:pl-0";
export const headerStartClass = "flex min-w-0 items-center gap-1 max-md:col-span-2 lg:pl-2.5";
export const headerSearchClass = "w-full max-w-110 justify-self-center max-md:hidden";
export const headerEndClass = "flex items-center gap-1 max-sm:gap-0";

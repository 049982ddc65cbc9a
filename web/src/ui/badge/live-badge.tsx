/** Says that a panel or a connection follows events as they happen. */
export function LiveBadge({ children = "Live" }: { children?: string }) {
  return (
    <span className="inline-flex flex-none items-center gap-1.5 font-semibold text-2xs text-success-text">
      <span className="m-[3px] size-[7px] rounded-full bg-success-bright shadow-[0_0_0_3px_color-mix(in_oklab,var(--success-bright)_26%,transparent)]" />
      {children}
    </span>
  );
}

/** Somebody writes: three dots that bob, and say nothing to assistive tech. */
export function TypingDots() {
  return (
    <span className="inline-flex w-[38px] flex-none justify-center gap-[3px]" aria-hidden="true">
      {["0s", "0.15s", "0.3s"].map((delay) => (
        <span
          key={delay}
          className="size-[5px] animate-typing rounded-full bg-primary-bright"
          style={{ animationDelay: delay }}
        />
      ))}
    </span>
  );
}

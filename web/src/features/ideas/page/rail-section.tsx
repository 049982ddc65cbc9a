import type { ReactNode } from "react";

export function Section({
  title,
  end,
  children,
}: {
  title: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section>
      <div className="mb-1.5 flex min-h-5 items-center gap-2">
        <h2 className="flex items-center gap-2 font-semibold">{title}</h2>
        {end && <div className="ml-auto text-faint text-xs">{end}</div>}
      </div>
      {children}
    </section>
  );
}

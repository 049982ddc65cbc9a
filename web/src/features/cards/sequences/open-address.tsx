import { createContext, type MouseEvent, type ReactNode, use } from "react";

/** Opens an address of the app, such as that of a task. Other areas decide what is there. */
export const OpenAddress = createContext<((address: string) => void) | undefined>(undefined);

/** A link to a page of another area. With a modifier key the browser opens it in another tab. */
export function AddressLink({
  address,
  className = "hover:underline",
  children,
}: {
  address: string;
  className?: string;
  children: ReactNode;
}) {
  const open = use(OpenAddress);
  function onClick(event: MouseEvent) {
    if (!open || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    open(address);
  }
  return (
    <a href={address} className={className} onClick={onClick}>
      {children}
    </a>
  );
}

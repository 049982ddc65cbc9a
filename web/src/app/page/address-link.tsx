import type { ComponentPropsWithRef, MouseEvent } from "react";

interface AddressLinkProps extends ComponentPropsWithRef<"a"> {
  address: string;
  onOpen: (address: string) => void;
}

/** A link to an exact address. A link by route and search would serialise the address again. */
export function AddressLink({ address, onOpen, children, ...rest }: AddressLinkProps) {
  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(address);
  }
  return (
    <a {...rest} href={address} onClick={onClick}>
      {children}
    </a>
  );
}

import { useRouter } from "@tanstack/react-router";
import type { ComponentPropsWithRef, MouseEvent } from "react";

interface AddressLinkProps extends ComponentPropsWithRef<"a"> {
  address: string;
  /** Opens the address. Defaults to the router. */
  onOpen?: (address: string) => void;
}

/**
 * A link to an exact address of the app. A link by route and search would serialise the address again. With a modifier
 * key the browser opens it in another tab.
 */
export function AddressLink({ address, onOpen, children, ...rest }: AddressLinkProps) {
  const router = useRouter({ warn: false });
  const open = onOpen ?? (router && ((href: string) => void router.navigate({ href })));
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    if (!open) return;
    event.preventDefault();
    open(address);
  }
  return (
    <a {...rest} href={address} onClick={follow}>
      {children}
    </a>
  );
}

import { useEffect } from "react";

let suffix = "Atoll";
let page = "";
let count = "";

/**
 * Names the browser's tab: "Dashboard · Atoll", with what waits before it: "(3) Dashboard · Atoll". A page that is called
 * as the product is does not say it twice.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/** The product's name, once it is known. */
export function setTitleSuffix(name: string): void {
  suffix = name;
  show();
}

/** Returns the name of the page that is shown. */
export const pageTitle = () => page;

/** Returns the product's name: the company's, if it has set one. */
export const appName = () => suffix;

/** Sets the unread count in the title: "3", or nothing. */
export function setTitleCount(text: string): void {
  count = text && `(${text}) `;
  show();
}

function show(): void {
  if (page) document.title = page === suffix ? `${count}${page}` : `${count}${page} · ${suffix}`;
}

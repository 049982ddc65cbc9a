import { Outlet } from "@tanstack/react-router";
import { useFocusOnNavigation } from "./navigation/use-focus-on-navigation.ts";

/** Around every page, signed in or not. */
export function Root() {
  useFocusOnNavigation();
  return <Outlet />;
}

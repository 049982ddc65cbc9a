import { useEffect, useState } from "react";
import { permissionNow } from "./ask-permission.ts";

/** Returns the browser's notification permission, and updates when it changes elsewhere. */
export function usePermission(): [NotificationPermission | null, () => void] {
  const [permission, setPermission] = useState(permissionNow);
  useEffect(() => {
    const look = () => setPermission(permissionNow());
    let status: PermissionStatus | undefined;
    let isOver = false;
    // Not every browser tells of it; coming back to the page looks again in all of them.
    navigator.permissions
      ?.query({ name: "notifications" })
      .then((found) => {
        if (isOver) return;
        status = found;
        found.addEventListener("change", look);
      })
      .catch(() => undefined);
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      status?.removeEventListener("change", look);
      window.removeEventListener("focus", look);
    };
  }, []);
  return [permission, () => setPermission(permissionNow())];
}

import { notify } from "../../ui/toast/toast.tsx";

/** Says how a browser that offers no prompt installs Atoll. */
export function tellHowToInstall(): void {
  notify.info("To install Atoll, tap Share in the browser and then Add to Home Screen.", {
    id: "install",
    stays: true,
  });
}

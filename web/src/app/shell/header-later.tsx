/** Parts of the header that are rarely shown, loaded after the first paint. */
export { InstallButton } from "./install-button.tsx";
export { NotSentMark } from "./not-sent-mark.tsx";

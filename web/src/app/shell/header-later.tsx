/** What the header shows seldom, loaded after the first paint. */
export { InstallButton } from "./install-button.tsx";
export { NotSentMark } from "./not-sent-mark.tsx";

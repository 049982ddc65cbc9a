export { DefaultsDialog } from "./defaults-dialog.tsx";
export { ResetDialog } from "./reset-dialog.tsx";

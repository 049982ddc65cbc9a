export interface NotifyOptions {
  /** The one thing to do about it. */
  action?: { label: string; onClick: () => void };
  /** The same id replaces the toast that is shown, so a repeated failure is one toast. */
  id?: string;
}

export interface ToastMessage extends NotifyOptions {
  kind: "success" | "info" | "error";
  message: string;
}

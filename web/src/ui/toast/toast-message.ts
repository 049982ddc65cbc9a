export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface NotifyOptions {
  /** The first thing to do about it. */
  action?: ToastAction;
  /** Another thing to do about it, in front of the first. */
  also?: ToastAction | undefined;
  /** The same id replaces the toast that is shown, so a repeated failure is one toast. */
  id?: string;
  /** How long it stays, unless it is an error: longer than usual where it offers to take something back. */
  timeoutMs?: number;
  /** It stays until it is closed or done, as an error does. */
  stays?: boolean;
}

export interface ToastMessage extends NotifyOptions {
  kind: "success" | "info" | "error";
  message: string;
}

/** The toast of this id goes. */
export interface ToastEnd {
  kind: "done";
  id: string;
}

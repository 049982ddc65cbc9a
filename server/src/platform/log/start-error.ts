/**
 * The reason why Atoll cannot start, for the person who started it: `message` says what is wrong, `hint` what to do.
 * `main.ts` prints both without a stack and exits with 1. Any other error is a defect.
 */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

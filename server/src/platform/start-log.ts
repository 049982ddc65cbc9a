/** What the steps of a start need of a log; every logger of the house fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

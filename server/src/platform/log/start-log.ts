/** The part of a logger that the start-up steps use. Every logger in the code base fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface Repetition {
  /** Stops the repetition. Settles when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats a task while this process lives, one turn at a time: a turn that takes longer than the pause delays the next
 * one. Failures are logged, and the task runs again at the next turn. It does not keep the process alive.
 *
 * Use it only for things that belong to the process: its sockets, lease, files and log. Work that one node does for all
 * is a job (`platform/jobs`), which runs once no matter which nodes are up, even after a restart.
 */
export function repeat(options: {
  everyMs: number;
  run: () => Promise<void>;
  onError: (error: unknown) => void;
}): Repetition {
  let turn: Promise<void> | undefined;
  const timer = setInterval(() => {
    turn ??= options
      .run()
      .catch(options.onError)
      .finally(() => {
        turn = undefined;
      });
  }, options.everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await turn;
    },
  };
}

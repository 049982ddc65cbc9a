export interface Repetition {
  /** No more turns; settles when the one under way is over. */
  stop(): Promise<void>;
}

/**
 * Does something again and again while this process lives, one turn at a time: a turn that takes longer than the pause
 * delays the next. What fails is told of, and tried again at the next turn. It keeps no process alive.
 *
 * Only for what is the process's own: its sockets, its lease, its files, its log. What is the business of one node of
 * all is a job (`platform/jobs`), which is done once whoever is there, and after a restart, too.
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

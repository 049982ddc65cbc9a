/** The maximum number of inputs in one statement. */
const maxInputs = 100;
/** The number of concurrent statements. Later writes wait for the next one. */
const maxUnderWay = 2;
/** A statement that waits for a lock only delays its own writes. */
const patienceMs = 50;

export interface BatchedWrite<Input, Output> {
  /** The row that a write locks. Inputs with the same row are never in two concurrent statements. */
  rowOf(input: Input): string;
  /** Writes one input, waiting for other writers of its row. Throws the reason if it cannot be written. */
  alone(input: Input): Promise<Output>;
  /**
   * Writes many inputs in one transaction, skipping locked rows, so that writers cannot deadlock. Returns the output of
   * each, or undefined for a skipped one, which is then written on its own.
   */
  together(inputs: readonly Input[]): Promise<(Output | undefined)[]>;
}

/**
 * Returns a function that batches concurrent writes in one statement, like a group commit: under load each costs a
 * third. A single write waits for nothing. Writes to the same row keep their order, except for skipped ones.
 * @returns writes one input; resolves when it is committed, and throws as writing it alone does.
 */
export function batchWrites<Input, Output>({
  rowOf,
  alone,
  together,
}: BatchedWrite<Input, Output>): (input: Input) => Promise<Output> {
  interface One {
    input: Input;
    answer: PromiseWithResolvers<Output>;
  }
  let waiting: One[] = [];
  const rowsUnderWay = new Set<string>();
  let underWay = 0;
  let isStarting = false;

  function start(): void {
    isStarting = false;
    while (underWay < maxUnderWay) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      underWay += 1;
      let isCounted = true;
      const letNext = () => {
        clearTimeout(timer);
        if (isCounted) underWay -= 1;
        isCounted = false;
        start();
      };
      const timer = setTimeout(letNext, patienceMs);
      void (batch.length === 1 ? writeAlone(batch) : writeTogether(batch)).then(letNext);
    }
  }

  /** Takes the first waiting writes, except for those whose row is being written. */
  function takeBatch(): One[] {
    const batch: One[] = [];
    const later: One[] = [];
    for (const one of waiting) {
      const isFree = batch.length < maxInputs && !rowsUnderWay.has(rowOf(one.input));
      (isFree ? batch : later).push(one);
    }
    waiting = later;
    for (const { input } of batch) rowsUnderWay.add(rowOf(input));
    return batch;
  }

  async function writeAlone(batch: readonly One[]): Promise<void> {
    await Promise.all(
      Array.from(
        Map.groupBy(batch, ({ input }) => rowOf(input)),
        async ([row, ones]) => {
          for (const { input, answer } of ones) await alone(input).then(answer.resolve, answer.reject);
          rowsUnderWay.delete(row);
          // Others of this batch may still wait for a lock; what came for this row need not wait with them.
          start();
        },
      ),
    );
  }

  async function writeTogether(batch: readonly One[]): Promise<void> {
    // One of them may make the whole batch fail. Written alone, each gets its own error.
    const outputs = await together(batch.map(({ input }) => input)).catch(() => []);
    const left = batch.filter(({ answer }, index) => {
      const output = outputs[index];
      if (output !== undefined) answer.resolve(output);
      return output === undefined;
    });
    const rowsLeft = new Set(left.map(({ input }) => rowOf(input)));
    for (const { input } of batch) if (!rowsLeft.has(rowOf(input))) rowsUnderWay.delete(rowOf(input));
    // These may have to wait for a lock, and the next batch need not wait with them.
    void writeAlone(left);
  }

  return (input) => {
    const one = { input, answer: Promise.withResolvers<Output>() };
    waiting.push(one);
    if (!isStarting) {
      isStarting = true;
      // Those who come in the same moment come along.
      queueMicrotask(start);
    }
    return one.answer.promise;
  };
}

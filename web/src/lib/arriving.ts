/** Something on its way: what it is, once it is there, without another wait for who looks then. */
export interface Arriving<Value> {
  coming: Promise<Value>;
  arrived?: Value;
}

export function arriving<Value>(coming: Promise<Value>): Arriving<Value> {
  const held: Arriving<Value> = { coming };
  coming.then(
    (value) => {
      held.arrived = value;
    },
    // The caller that waits for it gets the error.
    () => undefined,
  );
  return held;
}

/**
 * Calls `take` with a promise's result unless the returned function has been called. A React effect can return that
 * function, so that the result of an earlier effect never replaces that of a later one.
 */
export function whileWanted<T>(
  promise: Promise<T>,
  take: (value: T) => void,
  fail?: (problem: unknown) => void,
): () => void {
  let isWanted = true;
  void promise.then(
    (value) => {
      if (isWanted) take(value);
    },
    fail &&
      ((problem: unknown) => {
        if (isWanted) fail(problem);
      }),
  );
  return () => {
    isWanted = false;
  };
}

/**
 * Passes on the result of a promise while it is wanted. The returned function ends this, so an effect of React can
 * return it: the result of an earlier effect then never replaces that of a later one.
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
